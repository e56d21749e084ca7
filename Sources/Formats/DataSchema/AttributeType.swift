/// The storage type of an attribute, numbered as in Core Data's version hashes.
package enum AttributeType: Int32, Hashable, Sendable, Codable, CaseIterable {
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binaryData = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
}
