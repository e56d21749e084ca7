import CodableStorage
import OpenSwiftData
import SQLCore

extension Schema {
  /// The stored raw values of the cases of enumerations, by the names of entities and of their own properties.
  ///
  /// Properties of other types are left out, and enumerations that do not list their cases.
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
