import SyncPort
import Testing

@testable import SyncReplication

@Suite("Fields of the engine")
struct EngineFieldTests {
  /// Fields that are not properties of the model are resolved without a resolver, and not reported.
  @Test func engineFieldsAreNotOfferedToResolvers() {
    func content(_ name: String, _ time: Int64) -> SyncContent {
      let position = MemberPosition.field(of: "owner")
      return SyncContent(
        fields: [
          SyncContent.successor: .reference(name), position: .text(name), "title": .text(name),
        ],
        marks: SyncMarks(born: SyncStamp(time: time, peer: name)))
    }
    for (mine, theirs) in [("a", "b"), ("b", "a"), ("a", "a")] {
      var asked: Set<String> = []
      let merge = SyncMerge(
        kind: "Note", base: nil, mine: content(mine, mine == "a" ? 1 : 2),
        theirs: content(theirs, theirs == "a" ? mine == "a" ? 3 : 1 : 2),
        resolver: { conflict in
          asked.insert(conflict.field)
          return .text("resolved")
        })
      #expect(asked == ["title"])
      #expect(merge.merged.fields["title"] == .text("resolved"))
      let later = theirs == "a" && mine == "b" ? "b" : theirs
      #expect(merge.merged.fields[SyncContent.successor] == .reference(later))
      #expect(merge.conflicts.allSatisfy { $0.conflict.field == "title" })
    }
  }
}
