/// Something of a schema that is stored in a form which no store that Apple's frameworks made was seen to have.
///
/// `Documentation/Compatibility.md` says of each why it has the form that it has.
package struct UnconfirmedForm: Hashable, Sendable {
  package var entity: String
  /// The property, down to the part of a composite; those of an index joined by commas; nil for the entity.
  package var property: String?
  /// What is stored, as Swift spells it.
  package var type: String
  /// How it is stored.
  package var form: String

  init(_ entity: String, _ property: String?, _ type: String, _ form: String) {
    (self.entity, self.property, self.type, self.form) = (entity, property, type, form)
  }
}

extension ModelDescription {
  /// What of the schema has a form that was not seen, in the order of entities and properties.
  ///
  /// - Parameter knowsTransformers: Whether the description tells what is stored by a value transformer of
  ///   the program's own; where it does not, nothing is said of values that may be.
  /// - Returns: The forms; none where all were seen.
  package func unconfirmedForms(knowingTransformers knowsTransformers: Bool) -> [UnconfirmedForm] {
    let lineage = Lineage(self)
    return entities.flatMap { entity in
      entity.inheritanceForm
        + entity.properties.flatMap {
          $0.unconfirmedForms(entity.name, knowsTransformers: knowsTransformers)
        } + entity.indexForms(lineage)
    }
  }
}

extension EntityDescription {
  fileprivate var inheritanceForm: [UnconfirmedForm] {
    guard let parentName else { return [] }
    return [
      UnconfirmedForm(
        name, nil, "a class that inherits from \(parentName)",
        "rows in the table of the class at the top, as Core Data has it")
    ]
  }

  /// What constraints and indexes name beyond whole attributes of one column.
  fileprivate func indexForms(_ lineage: Lineage) -> [UnconfirmedForm] {
    var forms = indexes.filter { $0.kind == .rtree && $0.name == nil }.map {
      UnconfirmedForm(
        name, $0.propertyNames.joined(separator: ", "), "an index of the kind rtree",
        "an R*Tree beside the table, as Core Data has it")
    }
    let named = (uniquenessConstraints + indexes.map(\.propertyNames)).flatMap(\.self)
    var seen: Set<String> = []
    for path in named where seen.insert(path).inserted {
      let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
      guard let first = parts.first,
        case .composite(let composite)? = lineage.property(first, of: name)
      else { continue }
      let type = "\(composite.valueTypeName ?? "a composite") in an index"
      if parts.count > 1 {
        forms.append(UnconfirmedForm(name, path, type, "an index on the column of that part"))
      } else if composite.leaves.count > 1 {
        forms.append(
          UnconfirmedForm(name, path, type, "an index on all its columns, as they are declared"))
      }
    }
    return forms
  }
}

extension PropertyDescription {
  fileprivate func unconfirmedForms(
    _ entity: String, below path: [String] = [], knowsTransformers: Bool
  ) -> [UnconfirmedForm] {
    switch self {
    case .attribute(let attribute):
      guard !attribute.isTransient else { return [] }
      // The one part of a raw value has the name of the property.
      let names = path.last == name ? path : path + [name]
      return attribute.unconfirmedForms(knowsTransformers: knowsTransformers).map {
        UnconfirmedForm(entity, names.joined(separator: "."), $0.type, $0.form)
      }
    case .composite(let composite):
      guard !composite.isTransient else { return [] }
      return composite.elements.flatMap {
        $0.unconfirmedForms(entity, below: path + [name], knowsTransformers: knowsTransformers)
      }
    case .relationship, .derived: return []
    }
  }
}

extension AttributeDescription {
  /// The forms of single values, by the names of their types.
  private static let scalarForms: [String: String] = [
    "Decimal":
      "INTEGER where 64 bits hold the number, REAL where it is the shortest text of a Double, "
      + "else a BLOB with all digits",
    "URL": "its text; that of a URL with a base, with a line each for its own text and its bases",
    "UInt": "INTEGER, above Int64.max by the bit pattern",
    "UInt64": "INTEGER, above Int64.max by the bit pattern",
    "UInt32": "an Int64", "UInt16": "an Int32", "UInt8": "an Int16", "Int8": "an Int16",
    "CGFloat": "a Double", "Character": "a String",
  ]

  fileprivate func unconfirmedForms(
    knowsTransformers: Bool
  ) -> [(type: String, form: String)] {
    var forms: [(type: String, form: String)] = []
    let typeName = plainTypeName
    if let form = Self.scalarForms[typeName] {
      forms.append((typeName, form))
    } else if ["Set<", "Dictionary<"].contains(where: typeName.hasPrefix) {
      forms.append(
        (typeName, type == .transformable ? "JSON in a keyed archive, as arrays are" : "JSON"))
    } else if type == .transformable, knowsTransformers, transformerName == nil,
      !typeName.isEmpty, !typeName.hasPrefix("Array<")
    {
      forms.append((typeName, "JSON in a keyed archive, as arrays are"))
    }
    if storesExternally, !typeName.isEmpty, typeName != "Data" {
      forms.append(
        ("\(typeName) with externalStorage", "its bytes in a file, as those of Data are"))
    }
    return forms
  }

  /// The name of the Swift type; empty where neither it nor its storage tells one.
  private var plainTypeName: String {
    switch type {
    case .decimal: "Decimal"
    case .uri: "URL"
    default: valueTypeName ?? (type == .binaryData ? "Data" : "")
    }
  }
}
