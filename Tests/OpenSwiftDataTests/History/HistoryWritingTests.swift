import CoreDataFormat
import Foundation
@testable import OpenSwiftData
import SQLCore
import Testing

@Suite("Writing the history")
struct HistoryWritingTests {
  private func start(
    _ backend: Backend, _ body: (ModelContext, HistoryTable) throws -> Void
  ) throws {
    let store = try TestStore(backend, HistoryTable.types)
    try body(store.makeContext(), HistoryTable(store))
  }

  @Test(arguments: Backend.available)
  func everySaveIsRecorded(_ backend: Backend) throws {
    try start(backend) { context, history in
      let authors = (1...3).map { Author(code: $0) }
      authors.forEach(context.insert)
      try context.save()
      #expect(
        try history.newest() == ["insert Author/p1", "insert Author/p2", "insert Author/p3"])
      authors[1].name = "Ada"
      authors[0].name = "Bo"
      authors[0].address = "here"
      try context.save()
      #expect(
        Set(try history.newest()) == [
          "update Author/p1 address, name", "update Author/p2 name",
        ])
      context.delete(authors[2])
      authors[1].name = "Eve"
      context.insert(Author(code: 4))
      try context.save()
      #expect(
        try history.newest() == [
          "delete Author/p3", "insert Author/p4", "update Author/p2 name",
        ])
      try context.save()
      #expect(try history.count(.transaction) == 3)
    }
  }

  @Test(arguments: Backend.available)
  func transactionsRecordAuthorAndTime(_ backend: Backend) throws {
    try start(backend) { context, history in
      let before = Date.now.timeIntervalSinceReferenceDate
      context.insert(Author(code: 1))
      try context.save()
      for author in ["sync", "sync", nil] {
        context.author = author
        context.insert(Tag(label: ""))
        try context.save()
      }
      let rows = try history.rows(
        """
        SELECT T.Z_PK, T.Z_ENT, T.Z_OPT, P.ZNAME, A.ZNAME, T.ZCONTEXTNAMETS, T.ZAUTHOR, \
        T.ZPROCESSID, T.ZQUERYGEN, T.ZTIMESTAMP BETWEEN \(before) AND \(before + 600) \
        FROM ATRANSACTION T LEFT JOIN ATRANSACTIONSTRING P ON P.Z_PK = T.ZPROCESSIDTS \
        LEFT JOIN ATRANSACTIONSTRING A ON A.Z_PK = T.ZAUTHORTS ORDER BY T.Z_PK
        """)
      let process = SQLValue.text(ProcessInfo.processInfo.processName)
      let authors: [SQLValue] = [.null, .text("sync"), .text("sync"), .null]
      #expect(
        rows
          == authors.enumerated().map { place, author in
            [
              .integer(Int64(place + 1)), .integer(16002), .null, process, author, .null, .null,
              .null, .null, .integer(1),
            ]
          })
      let counters = try history.rows(
        "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
      let strings = try history.count(.transactionString)
      #expect(
        counters == [
          [.integer(16001), .text("CHANGE"), .integer(0), .integer(4)],
          [.integer(16002), .text("TRANSACTION"), .integer(0), .integer(4)],
          [.integer(16003), .text("TRANSACTIONSTRING"), .integer(0), .integer(strings)],
        ])
    }
  }

  @Test(arguments: Backend.available)
  func effectsOfDeleteRulesAreRecorded(_ backend: Backend) throws {
    try start(backend) { context, history in
      let author = Author(code: 7)
      let works = (1...3).map { Work(title: "\($0)") }
      let other = Work(title: "other")
      context.insert(author)
      author.works = works
      context.insert(other)
      other.successor = works[1]
      let tag = Tag(label: "t")
      context.insert(tag)
      tag.works = [works[0], other]
      try context.save()
      context.delete(author)
      works[2].year = 5
      try context.save()
      #expect(
        try Set(history.newest()) == [
          "delete Author/p\(author.key)", "delete Work/p\(works[0].key)",
          "delete Work/p\(works[1].key)", "delete Work/p\(works[2].key)",
          "update Work/p\(other.key) successor", "update Tag/p\(tag.key) works",
        ])
    }
  }

  /// Apple's frameworks record an update of the owner in each transaction that deletes a member.
  @Test(arguments: Backend.available)
  func changesOfFormerOwnersAreRecorded(_ backend: Backend) throws {
    try start(backend) { context, history in
      let authors = (1...3).map { Author(code: $0) }
      let works = (1...4).map { Work(title: "\($0)") }
      let tag = Tag(label: "t")
      authors.forEach(context.insert)
      authors[0].works = [works[0], works[1]]
      authors[1].works = [works[2]]
      authors[2].works = [works[3]]
      context.insert(tag)
      tag.works = [works[3]]
      try context.save()
      func versions(_ table: String) throws -> [SQLValue] {
        try history.rows("SELECT Z_OPT FROM \(table) ORDER BY Z_PK").map { $0[0] }
      }
      let before = try versions("ZAUTHOR")
      context.delete(works[0])
      context.delete(works[2])
      authors[1].name = "of none"
      context.delete(authors[2])
      try context.save()
      #expect(
        try Set(history.newest()) == [
          "delete Work/p\(works[0].key)", "delete Work/p\(works[2].key)",
          "delete Work/p\(works[3].key)", "delete Author/p\(authors[2].key)",
          "update Author/p\(authors[0].key) works",
          "update Author/p\(authors[1].key) name, works", "update Tag/p\(tag.key) works",
        ])
      func raised(_ value: SQLValue) -> SQLValue {
        if case .integer(let number) = value { .integer(number + 1) } else { .null }
      }
      let kept = authors[..<2].map { before[Int($0.key) - 1] }
      #expect(try Set(versions("ZAUTHOR")) == Set(kept.map(raised)))
      #expect(try versions("ZTAG") == [.integer(2)])
      try context.delete(model: Work.self)
      try context.save()
      #expect(
        try Set(history.newest()) == [
          "delete Work/p\(works[1].key)", "update Author/p\(authors[0].key) works",
        ])
    }
  }

  @Test(arguments: Backend.available)
  func eachRowIsRecordedOnce(_ backend: Backend) throws {
    try start(backend) { context, history in
      let (old, goal) = (Work(title: "old"), Work(title: "goal"))
      context.insert(old)
      context.insert(goal)
      old.successor = goal
      try context.save()
      old.title = "older"
      let new = Work(title: "new")
      context.insert(new)
      new.successor = goal
      context.delete(goal)
      try context.save()
      #expect(
        try Set(history.newest()) == [
          "delete Work/p\(goal.key)", "insert Work/p\(new.key)",
          "update Work/p\(old.key) successor, title",
        ])
    }
  }

  @Test(arguments: Backend.available)
  func bothEndsOfARelationshipAreRecorded(_ backend: Backend) throws {
    try start(backend) { context, history in
      let (author, work, tag, remark) = (
        Author(code: 1), Work(title: "a"), Tag(label: "b"), Remark(text: "c")
      )
      for model in [author, work, tag, remark] as [any PersistentModel] { context.insert(model) }
      try context.save()
      work.author = author
      work.tags = [tag]
      work.notes = [remark]
      try context.save()
      #expect(
        try Set(history.newest()) == [
          "update Work/p1 author, notes, tags", "update Author/p1 works", "update Tag/p1 works",
        ])
    }
  }

  @Test(arguments: Backend.available)
  func upsertsAreRecordedAsUpdates(_ backend: Backend) throws {
    try start(backend) { context, history in
      let author = Author(code: 1, name: "first")
      context.insert(author)
      try context.save()
      context.insert(Author(code: 1, name: "second"))
      context.insert(Author(code: 2))
      try context.save()
      let told = try history.newest()
      #expect(told.count == 2)
      #expect(told.contains("update Author/p1 address, code, name"))
      #expect(told.contains("insert Author/p3") || told.contains("insert Author/p2"))
    }
  }

  @Test(arguments: Backend.available)
  func replacedRowsAreRecordedAsDeleted(_ backend: Backend) throws {
    try start(backend) { context, history in
      let authors = (1...2).map { Author(code: $0) }
      authors.forEach(context.insert)
      try context.save()
      let keys = authors.map(\.key)
      authors[0].code = 2
      try context.save()
      #expect(
        try history.newest() == ["delete Author/p\(keys[1])", "update Author/p\(keys[0]) code"])
    }
  }

  @Test(arguments: Backend.available)
  func updatesOfDeletedRowsAreNotRecorded(_ backend: Backend) throws {
    let store = try TestStore(backend, HistoryTable.types)
    let (context, history) = (store.makeContext(), try HistoryTable(store))
    let tag = Tag(label: "a")
    context.insert(tag)
    try context.save()
    let other = store.makeContext()
    try other.delete(model: Tag.self)
    try other.save()
    #expect(try history.newest() == ["delete Tag/p1"])
    tag.label = "b"
    try context.save()
    #expect(try history.count(.transaction) == 2)
  }

  @Test(arguments: Backend.available)
  func preservedValuesAreRecorded(_ backend: Backend) throws {
    try start(backend) { context, history in
      let author = Author(code: 17)
      author.address = "there"
      let remarks = [1, 200_000].map { size in
        let remark = Remark(text: "")
        remark.picture = Data(repeating: 9, count: size)
        return remark
      }
      context.insert(author)
      remarks.forEach(context.insert)
      try context.save()
      context.delete(author)
      remarks.forEach(context.delete)
      try context.save()
      // Values in external files are preserved before the files are deleted.
      let large = SQLValue.blob(Data(repeating: 9, count: 200_000))
      let rows = try history.rows(
        "SELECT ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE WHERE ZCHANGETYPE = 2 ORDER BY ZENTITY")
      #expect(
        rows == [
          [.text("there"), .integer(17)], [.blob(Data([9])), .null], [large, .null],
        ])
    }
  }

  @Test(arguments: Backend.available)
  func setOperationsAreRecorded(_ backend: Backend) throws {
    try start(backend) { context, history in
      for number in 0..<40 { context.insert(Work(title: "\(number)")) }
      try context.save()
      let count = try context.update(
        Work.self, where: #Predicate { $0.title != "7" }, .set(\.year, to: 1))
      #expect(count == 39)
      let told = try history.newest()
      #expect(Set(told).count == 39)
      #expect(told.allSatisfy { $0.hasSuffix(" year") })
      try context.delete(model: Work.self, where: #Predicate { $0.year == 1 })
      try context.save()
      #expect(try history.newest().count { $0.hasPrefix("delete Work/p") } == 39)
      #expect(try history.count(.transaction) == 3)
    }
  }
}

extension PersistentModel {
  /// The primary key of the row.
  fileprivate var key: Int64 { persistentModelID.key }
}
