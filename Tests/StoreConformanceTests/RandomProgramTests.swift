import Foundation
import OpenSwiftData
import Testing

/// Compares random programs in a context with a simple model of the expected contents.
@Suite("Random programs")
struct RandomProgramTests {
  @Test(
    arguments: TestedStore.supporting(.uniqueConstraints),
    [UInt64(11), 12, 13, 14, 15, 16, 17, 18])
  func randomProgramsAgreeWithANaiveStore(_ kind: TestedStore, seed: UInt64) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    var naive = NaiveStore()
    var generator = SeededGenerator(seed: TestRun.seed(seed))
    for step in 0..<300 {
      try naive.perform(&generator, in: context)
      let place: Comment = "\(TestRun.comment), seed \(seed), step \(step)"
      #expect(naive.handles.allSatisfy { $0.note.title == $0.title }, place)
      #expect(naive.handles.allSatisfy { $0.note.body == $0.body }, place)
      #expect(naive.handles.allSatisfy { $0.note.isDeleted == $0.isDeleted }, place)
      if step % 7 == 0 {
        #expect(try naive.visible == texts(of: context), place)
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == naive.visible.count, place)
      }
      if step % 31 == 0 {
        #expect(try naive.stored == texts(of: store.makeContext()), place)
      }
    }
    try naive.save(context)
    #expect(try naive.stored == texts(of: store.makeReopenedContext()), "seed \(seed)")
  }

  private func texts(of context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Note>()).map { "\($0.code) \($0.title) \($0.body)" }.sorted()
  }
}

/// A simple model of the expected contents of a context and its store.
private struct NaiveStore {
  struct Row {
    var code: Int
    var title: String
    var body: String
  }

  /// An instance with its expected values.
  struct Handle {
    let note: Note
    var row: Int?
    var title: String
    var body: String
    var changesTitle = false
    var changesBody = false
    var isDeleted = false
  }

  private var rows: [Int: Row] = [:]
  private var nextRow = 0
  private(set) var handles: [Handle] = []

  /// The expected contents of the store, as text.
  var stored: [String] { rows.values.map { "\($0.code) \($0.title) \($0.body)" }.sorted() }

  /// The expected results of a fetch, as text.
  var visible: [String] {
    var shown = rows
    var inserted: [Row] = []
    for handle in handles {
      let row = Row(code: handle.note.code, title: handle.title, body: handle.body)
      guard let key = handle.row else {
        inserted.append(row)
        continue
      }
      shown[key] = handle.isDeleted ? nil : row
    }
    return (Array(shown.values) + inserted).map { "\($0.code) \($0.title) \($0.body)" }.sorted()
  }

  mutating func perform(_ generator: inout SeededGenerator, in context: ModelContext) throws {
    let text = "t\(generator.next() % 50)"
    let index = handles.isEmpty ? nil : Int(generator.next() % UInt64(handles.count))
    switch (generator.next() % 20, index) {
    case (0, _): try save(context)
    case (1, _): rollBack(context)
    case (2, _): try fetchAll(context)
    case (3, let index?): drop(index)
    case (4...6, let index?): delete(index, context)
    case (7...10, let index?) where !handles[index].isDeleted:
      handles[index].note.title = text
      handles[index].title = text
      handles[index].changesTitle = true
    case (11...13, let index?) where !handles[index].isDeleted:
      handles[index].note.body = text
      handles[index].body = text
      handles[index].changesBody = true
    case (14, let index?) where handles[index].isDeleted:
      context.insert(handles[index].note)
      handles[index].isDeleted = false
    default: insert(code: Int(generator.next() % 60), text, context)
    }
  }

  private mutating func insert(code: Int, _ text: String, _ context: ModelContext) {
    let note = Note(code: code, title: text)
    context.insert(note)
    handles.append(Handle(note: note, row: nil, title: text, body: ""))
  }

  private mutating func delete(_ index: Int, _ context: ModelContext) {
    context.delete(handles[index].note)
    if handles[index].row == nil {
      handles.remove(at: index)
    } else {
      handles[index].isDeleted = true
    }
  }

  /// Releases an instance without unsaved changes.
  private mutating func drop(_ index: Int) {
    let handle = handles[index]
    guard handle.row != nil, !handle.isDeleted, !handle.changesTitle, !handle.changesBody
    else { return }
    handles.remove(at: index)
  }

  private mutating func fetchAll(_ context: ModelContext) throws {
    let known = Set(handles.map { ObjectIdentifier($0.note) })
    for note in try context.fetch(FetchDescriptor<Note>())
    where !known.contains(ObjectIdentifier(note)) {
      let row = try #require(rows.first { $0.value.code == note.code })
      handles.append(
        Handle(note: note, row: row.key, title: row.value.title, body: row.value.body))
    }
  }

  mutating func save(_ context: ModelContext) throws {
    try context.save()
    for handle in handles where handle.isDeleted {
      if let row = handle.row { rows[row] = nil }
    }
    handles.removeAll { $0.isDeleted }
    for handle in handles {
      guard let row = handle.row else { continue }
      if handle.changesTitle { rows[row]?.title = handle.title }
      if handle.changesBody { rows[row]?.body = handle.body }
    }
    for inserted in handles where inserted.row == nil { store(inserted) }
    settle()
  }

  /// Stores an inserted instance in the row with its code, or in a new row.
  private mutating func store(_ inserted: Handle) {
    let code = inserted.note.code
    let row = rows.first { $0.value.code == code }?.key ?? nextRow
    nextRow = max(nextRow, row + 1)
    rows[row] = Row(code: code, title: inserted.title, body: inserted.body)
    // Superseded instances are not checked any more.
    handles.removeAll { $0.row == row }
    if let place = handles.firstIndex(where: { $0.note === inserted.note }) {
      handles[place].row = row
    }
  }

  private mutating func settle() {
    for index in handles.indices {
      handles[index].changesTitle = false
      handles[index].changesBody = false
    }
  }

  private mutating func rollBack(_ context: ModelContext) {
    context.rollback()
    handles.removeAll { $0.row == nil }
    for index in handles.indices {
      guard let row = handles[index].row.flatMap({ rows[$0] }) else { continue }
      handles[index].title = row.title
      handles[index].body = row.body
      handles[index].isDeleted = false
    }
    settle()
  }
}
