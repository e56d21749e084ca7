"""Two small Django projects. `migrate` creates the tables by Django's migrations, and `dump` prints what its models
contain, as JSON: a list of tables and values.

usage: django_project.py PORT DATABASE SCHEMA clinic|auth migrate|dump
"""
import json, pathlib, sys, tempfile

CLINIC = """
import uuid
from django.db import models

class Ward(models.Model):
    name = models.CharField(max_length=80, unique=True)
    bed_count = models.PositiveSmallIntegerField(default=4)

class Patient(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    full_name = models.CharField(max_length=120)
    born_on = models.DateField(null=True)
    weight = models.FloatField(null=True)
    is_insured = models.BooleanField(default=True)
    allergies = models.JSONField(default=list)

class Visit(models.Model):
    patient = models.ForeignKey(Patient, models.CASCADE)
    ward = models.ForeignKey(Ward, models.SET_NULL, null=True)
    follows = models.ForeignKey("self", models.SET_NULL, null=True)
    began_at = models.DateTimeField()
    cost = models.DecimalField(max_digits=9, decimal_places=2)
    helpers = models.ManyToManyField(Patient, related_name="helped")
"""

port, database, schema, project, command = sys.argv[1:]
folder = pathlib.Path(tempfile.mkdtemp())
if project == "clinic":
    (folder / "clinic").mkdir()
    (folder / "clinic/__init__.py").touch()
    (folder / "clinic/models.py").write_text(CLINIC)
    sys.path.insert(0, str(folder))

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
import django

settings.configure(
    INSTALLED_APPS=["clinic"] if project == "clinic" else ["django.contrib.contenttypes", "django.contrib.auth"],
    USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {
        "ENGINE": "django.db.backends.postgresql", "NAME": database, "USER": "tester", "HOST": "127.0.0.1",
        "PORT": port, "OPTIONS": {"options": f"-c search_path={schema}"}}})
django.setup()

if command == "migrate":
    if project == "clinic":
        call_command("makemigrations", "clinic", verbosity=0)
    call_command("migrate", verbosity=0)
else:
    rows = []
    for model in apps.get_models():
        for row in model.objects.all():
            values = {field.attname: str(getattr(row, field.attname)) for field in model._meta.concrete_fields}
            for field in model._meta.many_to_many:
                values[field.name] = ",".join(sorted(str(other.pk) for other in getattr(row, field.name).all()))
            rows.append({"table": model._meta.db_table, "values": values})
    print(json.dumps(rows))
