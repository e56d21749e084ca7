/// A part of a schema whose stored form has not been observed in any store that Apple's frameworks
/// created.
///
/// `Documentation/Compatibility.md` explains the choice of each form.
package struct UnconfirmedForm: Hashable, Sendable {
  package var entity: String
  /// The property, with the path to the element of a composite; several names joined by commas for
  /// an index; nil for the entity.
  package var property: String?
  /// The stored type, as Swift spells it.
  package var type: String
  /// The stored form.
  package var form: String

  init(_ entity: String, _ property: String?, _ type: String, _ form: String) {
    (self.entity, self.property, self.type, self.form) = (entity, property, type, form)
  }
}

extension ModelDescription {
  /// Returns the forms of the schema that have not been observed, in the order of entities and
  /// properties.
  ///
  /// - Parameter knowsTransformers: Whether the description includes the program's own value
  ///   transformers; if not, values that may use one are not reported.
  /// - Returns: The forms; empty if all have been observed.
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
        "rows in the table of the root class, as in Core Data")
    ]
  }

  /// Returns the forms of constraints and indexes on anything other than attributes with a single
  /// column.
  fileprivate func indexForms(_ lineage: Lineage) -> [UnconfirmedForm] {
    var forms = indexes.filter { $0.kind == .rtree && $0.name == nil }.map {
      UnconfirmedForm(
        name, $0.propertyNames.joined(separator: ", "), "an rtree index",
        "an R*Tree next to the table, as in Core Data")
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
        forms.append(UnconfirmedForm(name, path, type, "an index on the column of that element"))
      } else if composite.leaves.count > 1 {
        forms.append(
          UnconfirmedForm(
            name, path, type, "an index on all its columns, in the order of their declaration"))
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
      // The only leaf of a raw value has the name of the property.
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
  /// The forms of scalar values, by the names of their types.
  private static let scalarForms: [String: String] = [
    "Decimal":
      "INTEGER if the number fits into 64 bits, REAL if it is the shortest text of a Double, "
      + "otherwise a BLOB with all digits",
    "URL": "its text; if it has a base, one line for its own text and one for each base",
    "UInt": "INTEGER, by the bit pattern if above Int64.max",
    "UInt64": "INTEGER, by the bit pattern if above Int64.max",
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
        (typeName, type == .transformable ? "JSON in a keyed archive, like arrays" : "JSON"))
    } else if type == .transformable, knowsTransformers, transformerName == nil,
      !typeName.isEmpty, !typeName.hasPrefix("Array<")
    {
      forms.append((typeName, "JSON in a keyed archive, like arrays"))
    }
    if storesExternally, !typeName.isEmpty, typeName != "Data" {
      forms.append(
        ("\(typeName) with externalStorage", "its bytes in a file, like those of Data"))
    }
    return forms
  }

  /// The name of the Swift type; empty if neither the description nor the storage type determines
  /// it.
  private var plainTypeName: String {
    switch type {
    case .decimal: "Decimal"
    case .uri: "URL"
    default: valueTypeName ?? (type == .binaryData ? "Data" : "")
    }
  }
}
