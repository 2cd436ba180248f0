import abc


class Format(abc.ABC):
    @abc.abstractmethod
    def title(self, text): ...

    @abc.abstractmethod
    def item(self, text): ...

    def render(self, title, items):
        return "/".join([self.title(title), *map(self.item, items)])
