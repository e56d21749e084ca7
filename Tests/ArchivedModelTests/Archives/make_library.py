#!/usr/bin/env python3
"""Writes Library.modelcache: a model as Core Data archives it, made by hand with the standard library alone.

    make_library.py > Library.modelcache
    make_library.py derived > Counted.modelcache

The second one has a derived attribute more, of a function as programs make it that have no model of Xcode's.
"""
import plistlib, sys, zlib
from plistlib import UID

objects = ["$null"]
classes = {}


def class_of(name, *parents):
    if name not in classes:
        objects.append({"$classname": name, "$classes": [name, *parents, "NSObject"]})
        classes[name] = UID(len(objects) - 1)
    return classes[name]


def add(value):
    """The number of a value in the archive."""
    if value is None:
        return UID(0)
    if isinstance(value, UID):
        return value
    if isinstance(value, (list, tuple)):
        value = {"$class": class_of("NSArray"), "NS.objects": [add(v) for v in value]}
    elif isinstance(value, set):
        value = {"$class": class_of("NSSet"), "NS.objects": [add(v) for v in sorted(value)]}
    elif isinstance(value, dict) and "$class" not in value:
        value = {
            "$class": class_of("NSDictionary"),
            "NS.keys": [add(k) for k in value],
            "NS.objects": [add(v) for v in value.values()],
        }
    objects.append(value)
    return UID(len(objects) - 1)


def instance(kind, **members):
    """An object of a class; numbers and truths stand in it, all else is an object of its own."""
    return {
        "$class": class_of(kind),
        **{k: v if isinstance(v, (bool, int)) else add(v) for k, v in members.items()},
    }


def reserve():
    objects.append(None)
    return UID(len(objects) - 1)


def put(place, value):
    objects[place.data] = value


model, author, book, novel = reserve(), reserve(), reserve(), reserve()


def attribute(entity, name, kind, former=None, default=None, **more):
    return add(instance(
        "NSAttributeDescription", NSPropertyName=name, NSRenamingIdentifier=former or name, NSEntity=entity,
        NSAttributeType=kind, NSDefaultValue=default, **{"NSFlagsKey": 0, **more}))


def composite(entity, name, parts, info=None, default=None, **more):
    return add(instance(
        "NSCompositeAttributeDescription", NSPropertyName=name, NSRenamingIdentifier=name, NSEntity=entity,
        NSAttributeType=2100, NSFlagsKey=0, NSCompositeElements=parts, NSUserInfo=info, NSDefaultValue=default, **more))


books, writer = reserve(), reserve()
put(books, instance(
    "NSRelationshipDescription", NSPropertyName="books", NSRenamingIdentifier="books", NSEntity=author,
    NSDestinationEntity=book, _NSDestinationEntityName="Book", NSInverseRelationship=writer,
    _NSInverseRelationshipName="writer", NSMaxCount=0, NSMinCount=0, NSDeleteRule=2, NSIsOrdered=True))
put(writer, instance(
    "NSRelationshipDescription", NSPropertyName="writer", NSRenamingIdentifier="author", NSEntity=book,
    NSDestinationEntity=author, NSInverseRelationship=books, NSMaxCount=1, NSMinCount=0, NSDeleteRule=1,
    NSIsOptional=True))
title = attribute(book, "title", 700, default="Untitled")


def entity(place, name, properties, parent=None, subentities=None, unique=(), indexes=(), **more):
    put(place, instance(
        "NSEntityDescription", NSEntityName=name, NSRenamingIdentifier=name, NSClassNameForEntity=name,
        NSManagedObjectModel=model, NSProperties=properties, NSSuperentity=parent, NSSubentities=subentities or {},
        NSUniqueTuples=[list(u) for u in unique], NSFetchIndexDescriptions=list(indexes), **more))


def index(owner, *names):
    elements = [add(instance("NSFetchIndexElementDescription", NSPropertyName=n, NSAscending=True,
                             NSFetchIndexElementType=0)) for n in names]
    return add(instance("NSFetchIndexDescription", NSIndexName="SwiftDataIndexOnBinary" + "".join(names),
                        NSEntity=owner, NSIndexElements=elements))


def counted():
    path = instance("NSKeyPathSpecifierExpression", NSExpressionType=10, NSKeyPath="books")
    books = instance("NSKeyPathExpression", NSExpressionType=3, NSSelectorName="valueForKey:", NSArguments=[path],
                     NSOperand=instance("NSSelfExpression", NSExpressionType=1))
    utilities = instance("NSConstantValueExpression", NSExpressionType=0,
                         NSConstantValueClassName="_NSPredicateUtilities")
    return add(instance(
        "NSDerivedAttributeDescription", NSPropertyName="bookCount", NSEntity=author, NSAttributeType=300,
        NSDerivationExpression=instance("NSFunctionExpression", NSExpressionType=4, NSSelectorName="count:",
                                        NSOperand=utilities, NSArguments=[books])))


entity(author, "Author", {
    **({"bookCount": counted()} if "derived" in sys.argv else {}),
    "name": attribute(author, "name", 700),
    "photo": attribute(author, "photo", 1000, NSIsOptional=True, NSFlagsKey=4 | 16),
    "books": books,
    "age": attribute(author, "age", 300, former="years", NSVersionHashModifier="2"),
    "note": attribute(author, "note", 0, NSIsTransient=True),
}, unique=[["name"]], indexes=[index(author, "name"), index(author, "age", "name")])
entity(book, "Book", {
    "title": title,
    "writer": writer,
    "tags": attribute(book, "tags", 1800, NSAttributeValueClassName="Array<String>",
                      NSValueTransformerName="NSSecureUnarchiveFromData"),
    "size": composite(book, "size", [
        attribute(book, "width", 500), attribute(book, "height", 500, NSIsOptional=True)], default={"width": 12.5}),
    "state": composite(book, "state", [attribute(book, "read", 700, NSIsOptional=True),
                                       attribute(book, "lent", 700, NSIsOptional=True)],
                       info={"EnumType": True, "enum": ["read", "lent"]}),
}, subentities={"Novel": novel})
entity(novel, "Novel", {
    "title": add(instance("_NSPropertyDescriptionProxy", NSEntityDescription=novel, NSUnderlyingProperty=title,
                          NSReferenceID=0)),
    "genre": attribute(novel, "genre", 700, NSIsOptional=True),
}, parent=book, NSIsAbstract=False)
keys = ["Author", "Book", "Novel"]
put(model, instance(
    "NSManagedObjectModel", NSVersionIdentifiers={"2.1.0"}, NSFetchRequestTemplates=None,
    NSConfigurations={"default": [author, book, novel], "People": [author]},
    NSEntities={
        "$class": class_of("NSKnownKeysDictionary1", "NSMutableDictionary", "NSDictionary"), "version": 1,
        "searchMapping": add({
            "$class": class_of("NSKnownKeysMappingStrategy1"), "version": 1, "length": 3, "keys": add(keys)}),
        "values": add([author, book, novel]),
    }))
archive = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": model}, "$objects": objects}
compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
data = compressor.compress(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY, sort_keys=True))
sys.stdout.buffer.write(data + compressor.flush())
