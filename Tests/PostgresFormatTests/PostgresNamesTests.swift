import Testing

@testable import PostgresFormat

@Suite("Names in a PostgreSQL")
struct PostgresNamesTests {
  @Test(
    arguments: [
      ("name", "name"), ("startDate", "start_date"), ("BucketListItem", "bucket_list_item"),
      ("imageURL", "image_url"), ("imageURLs", "image_urls"), ("URLSession", "url_session"),
      ("URLsToVisit", "urls_to_visit"), ("isHTML5", "is_html5"), ("line2Text", "line2_text"),
      ("already_snake", "already_snake"), ("_private", "_private"), ("ID", "id"), ("x", "x"),
      ("Größe", "größe"), ("ÄrgerTyp", "ärger_typ"), ("名前", "名前"), ("", ""),
    ])
  func namesAreInSnakeCase(_ name: String, _ expected: String) {
    #expect(name.snakeCased == expected)
  }

  @Test func allocatedNamesAreUnique() {
    var names = PostgresNames(reserved: ["row_id"])
    #expect(names.allocate("name") == "name")
    #expect(names.allocate("name") == "name_2")
    #expect(names.allocate("name") == "name_3")
    #expect(names.allocate("row_id") == "row_id_2")
  }

  @Test func longNamesAreShortened() {
    var names = PostgresNames()
    let long = String(repeating: "é", count: 40)
    let first = names.allocate(long)
    let second = names.allocate(long)
    #expect(first.utf8.count <= 63)
    #expect(second.utf8.count <= 63)
    #expect(first == String(repeating: "é", count: 31))
    #expect(second.hasSuffix("_2"))
    #expect(first != second)
  }
}
