from formats import Format


class Plain(Format):
    def title(self, text):
        return text.upper()

    def item(self, text):
        return f"- {text}"
