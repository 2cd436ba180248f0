"""What things cost."""

from decimal import Decimal

PRICES = {"pear": Decimal("0.35"), "plum": Decimal("0.20")}
