"""A small Django project: `migrate` creates its tables by Django's migrations, `fill` and `fill2` add
rows, and `dump` prints what its models contain.

usage: django_shop.py HOST PORT SCHEMA migrate|fill|fill2|dump
"""
import json, os, pathlib, sys, tempfile, uuid

MODELS = """
import uuid
from django.db import models

class Customer(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    vip = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

class Tag(models.Model):
    name = models.SlugField(unique=True)

class Order(models.Model):
    class Status(models.TextChoices):
        OPEN = "open"
        SENT = "sent"
    number = models.IntegerField(unique=True)
    customer = models.ForeignKey(Customer, models.CASCADE, related_name="orders")
    replaces = models.ForeignKey("self", models.SET_NULL, null=True, related_name="replacements")
    status = models.CharField(max_length=10, choices=Status.choices)
    total = models.DecimalField(max_digits=10, decimal_places=2)
    notes = models.JSONField(default=list)
    tags = models.ManyToManyField(Tag)
"""

host, port, schema, command = sys.argv[1:]
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "shop").mkdir()
(folder / "shop/__init__.py").touch()
(folder / "shop/models.py").write_text(MODELS)
sys.path.insert(0, str(folder))

import django
from django.conf import settings
from django.core.management import call_command

settings.configure(
    INSTALLED_APPS=["shop"], USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {
        "ENGINE": "django.db.backends.postgresql", "NAME": "postgres", "USER": "tester",
        "HOST": host, "PORT": port, "OPTIONS": {"options": f"-c search_path={schema}"}}})
django.setup()
from shop.models import Customer, Order, Tag

if command == "migrate":
    call_command("makemigrations", "shop", verbosity=0)
    call_command("migrate", verbosity=0)
elif command == "fill":
    ada = Customer.objects.create(name="Ada", vip=True)
    Customer.objects.create(name="Ben")
    tags = [Tag.objects.create(name=name) for name in ("red", "blue")]
    first = Order.objects.create(number=1, customer=ada, status="open", total="9.50", notes=["fragile"])
    first.tags.set(tags)
    Order.objects.create(number=2, customer=ada, status="sent", total="12.00", replaces=first)
elif command == "fill2":
    Customer.objects.create(name="Cyd")
else:
    print(json.dumps([
        {"number": order.number, "customer": order.customer.name, "status": order.status,
         "total": str(order.total), "notes": order.notes,
         "replaces": order.replaces.number if order.replaces else 0,
         "tags": sorted(tag.name for tag in order.tags.all())}
        for order in Order.objects.order_by("number")]))
