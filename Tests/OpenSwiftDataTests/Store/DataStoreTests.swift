import OpenSwiftData
import Testing

@Suite("Data store values")
struct DataStoreTests {
  @Test(arguments: ["", "title", "persistentIdentifier"])
  func codingKeysRoundTrip(_ text: String) {
    #expect(DataStoreSnapshotCodingKey(stringValue: text)?.stringValue == text)
    #expect(DataStoreSnapshotCodingKey(intValue: 1) == nil)
  }

  @Test func theIdentifierKeyIsNotAProperty() {
    guard
      case .persistentIdentifier? = DataStoreSnapshotCodingKey(stringValue: "persistentIdentifier")
    else {
      Issue.record("The key of the identifier was taken for a property.")
      return
    }
  }
}
