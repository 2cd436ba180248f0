from . import Format


class Markdown(Format):
    def title(self, text):
        return f"# {text}"

    def item(self, text):
        return f"* {text}"
