import CodableStorage
import OpenSwiftData
import SQLCore

extension Schema {
  /// The stored raw values of enumeration cases, by entity name and property name.
  ///
  /// Properties of other types are omitted, as are enumerations that do not list their cases.
  var enumerationCases: [String: [String: [SQLValue]]] {
    var found: [String: [String: [SQLValue]]] = [:]
    for entity in entities {
      for attribute in entity.attributes where attribute is CompositeAttribute {
        if let values = EnumerationCases.rawValues(of: attribute.valueType) {
          found[entity.name, default: [:]][attribute.name] = values
        }
      }
    }
    return found
  }
}
