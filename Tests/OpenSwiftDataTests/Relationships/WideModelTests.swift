import Foundation
import Observation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// In models with about 64 or more properties, changing one property marks no other as changed.
@Suite("Models with many properties")
struct WideModelTests {
  static let types: [any WideModel.Type] = [
    Wide63.self, Wide64.self, Wide65.self, Wide70.self, Wide130.self,
  ]

  private func store(_ type: any WideModel.Type, _ backend: Backend = .memory) throws -> TestStore {
    let store = try TestStore(backend, [type, WideTarget.self])
    let context = store.makeContext()
    for number in 0..<3 { context.insert(WideTarget(number: number)) }
    insert(type, into: context)
    try context.save()
    return store
  }

  private func insert<Model: WideModel>(_ type: Model.Type, into context: ModelContext) {
    context.insert(Model())
  }

  private func fetch<Model: WideModel>(
    _ type: Model.Type, _ context: ModelContext
  ) throws -> WideRow<Model> {
    try WideRow(context)
  }

  private func row(_ type: any WideModel.Type, _ context: ModelContext) throws -> any AnyWideRow {
    func open<Model: WideModel>(_ type: Model.Type) throws -> any AnyWideRow {
      try fetch(type, context)
    }
    return try open(type)
  }

  /// Two contexts change, save, fetch and roll back at random.
  ///
  /// A list of numbers for each holds the expected values.
  @Test(arguments: types.indices, 0..<4)
  func theLaterSaveWinsPropertyByProperty(_ kind: Int, _ round: Int) throws {
    var generator = SeededGenerator(seed: TestRun.seed(UInt64(kind * 100 + round)))
    let type = Self.types[kind]
    let store = try store(type)
    let contexts = [store.makeContext(), store.makeContext()]
    let rows = try contexts.map { try row(type, $0) }
    var stored = rows[0].values
    var views = rows.map(\.values)
    var changed: [Set<Int>] = [[], []]
    // All properties that were set, and the target before it was set. A target that was set back
    // is no change.
    var touched = changed
    var formerTargets: [Int?] = [nil, nil]
    for step in 0..<120 {
      let side = Int.random(in: 0..<2, using: &generator)
      let note: Comment = "\(TestRun.comment), step \(step), \(type)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<6:
        // Mostly properties near the end of the first word of the mask, where mistakes are most
        // likely.
        let last = stored.count - 1
        let range = Bool.random(using: &generator) ? max(0, last - 8)...last : 0...last
        let index = Int.random(in: range, using: &generator)
        let value = rows[side].set(index, Int.random(in: 0...999, using: &generator))
        let isTarget = index == rows[side].targetPlace
        // Setting the same target again is not a change.
        if isTarget, value == views[side][index] { continue }
        if isTarget, formerTargets[side] == nil { formerTargets[side] = views[side][index] }
        views[side][index] = value
        touched[side].insert(index)
        changed[side].insert(index)
        if isTarget, value == formerTargets[side] { changed[side].remove(index) }
      case 6, 7:
        try contexts[side].save()
        for index in changed[side] { stored[index] = views[side][index] }
        (changed[side], touched[side], formerTargets[side]) = ([], [], nil)
      case 8:
        _ = try row(type, contexts[side])
        for index in stored.indices where !changed[side].contains(index) {
          views[side][index] = stored[index]
        }
        let place = rows[side].targetPlace
        if formerTargets[side] != nil { formerTargets[side] = stored[place] }
        if views[side][place] == stored[place] { changed[side].remove(place) }
      default:
        contexts[side].rollback()
        for index in touched[side] { views[side][index] = stored[index] }
        (changed[side], touched[side], formerTargets[side]) = ([], [], nil)
      }
      try #require(rows[side].values == views[side], note)
    }
    for context in contexts { try context.save() }
    for index in changed[0] { stored[index] = views[0][index] }
    for index in changed[1] { stored[index] = views[1][index] }
    let last = try store.makeReopenedContext()
    #expect(try row(type, last).values == stored, "\(TestRun.comment), \(type)")
  }

  @Test(arguments: types.indices)
  func membersAndLateValuesChangeIndependently(_ kind: Int) throws {
    let type = Self.types[kind]
    let store = try store(type, .file)
    let (context, other) = (store.makeContext(), store.makeContext())
    let (mine, their) = (try row(type, context), try row(type, other))
    let last = mine.count - 1
    let value = mine.set(last, 7)
    #expect(mine.observed(last) { their.set(last, 0) } == false)
    try context.save()
    other.rollback()
    their.model.members = try other.fetch(FetchDescriptor<WideTarget>())
    their.model.members.reverse()
    try other.save()
    let reader = try store.makeReopenedContext()
    let found = try row(type, reader)
    #expect(found.values[last] == value)
    #expect(found.model.members.map(\.number) == [2, 1, 0])
    // The change writes neither the other attributes nor the members.
    let texts = try statements(in: store.container) {
      _ = mine.set(last, 8)
      try context.save()
    }
    let updates = texts.filter { $0.hasPrefix("UPDATE ZWIDE") }
    try #require(updates.count == 1, "\(updates)")
    #expect(updates[0].split(separator: "=").count <= 4, "\(updates)")
  }

  /// An update of all rows refreshes instances in memory but keeps their unsaved changes.
  @Test func updatesOfAllRowsLeaveOtherPropertiesAlone() throws {
    let store = try store(Wide130.self)
    let context = store.makeContext()
    let model = try #require(try context.fetch(FetchDescriptor<Wide130>()).first)
    try context.update(Wide130.self, .set(\.p126, to: 1), .set(\.p65, to: 2))
    #expect(model.p126 == 1)
    #expect(model.p65 == 2)
    #expect(model.p129 == 129)
    #expect(!context.hasChanges)
    let other = store.makeContext()
    #expect(try other.fetch(FetchDescriptor<Wide130>()).map(\.p126) == [1])
  }

  @Test(arguments: types.indices)
  func observersAreNotifiedOnlyOfWhatTheyRead(_ kind: Int) throws {
    let store = try store(Self.types[kind])
    let context = store.makeContext()
    let row = try row(Self.types[kind], context)
    let last = row.count - 1
    #expect(row.observed(last) { row.set(last, 1) })
    #expect(!row.observed(last) { row.set(last - 1, 1) })
    #expect(!row.observed(last - 1) { row.set(last, 2) })
  }

  @Test(arguments: types.indices)
  func undoRevertsOnlyOneProperty(_ kind: Int) throws {
    let store = try store(Self.types[kind])
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    let row = try row(Self.types[kind], context)
    let before = row.values
    let last = row.count - 1
    _ = row.set(last - 1, 5)
    context.processPendingChanges()
    _ = row.set(last, 6)
    let after = row.values
    manager.undo()
    #expect(row.values[last] == before[last])
    #expect(row.values[last - 1] == after[last - 1])
    manager.undo()
    #expect(row.values == before)
    manager.redo()
    manager.redo()
    #expect(row.values == after)
    try context.save()
    let reader = store.makeContext()
    #expect(try self.row(Self.types[kind], reader).values == after)
  }

  @Test(arguments: types.indices)
  func theHistoryRecordsOnlyTheChangedProperty(_ kind: Int) throws {
    let store = try store(Self.types[kind], .file)
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    let context = store.makeContext()
    let row = try row(Self.types[kind], context)
    var masks: [Data] = []
    for index in [0, 1, row.count - 2, row.count - 1] {
      _ = row.set(index, 1)
      try context.save()
      let found = try file.rows("SELECT ZCOLUMNS FROM ACHANGE ORDER BY Z_PK DESC LIMIT 1")
      let mask = try #require(found.first?.first?.blob)
      #expect(mask.reduce(0) { $0 + $1.nonzeroBitCount } == 1)
      masks.append(mask)
    }
    #expect(Set(masks).count == masks.count)
  }
}

/// A row of a wide model as a list of numbers: its attributes in order, with the target's number,
/// or
/// -1, before the last one.
private protocol AnyWideRow {
  associatedtype Model: WideModel
  var model: Model { get }
  var targets: [WideTarget] { get }
  var paths: [ReferenceWritableKeyPath<Model, Int>] { get }
}

extension AnyWideRow {
  var count: Int { paths.count + 1 }

  /// The target's index: it is declared before the last attribute.
  var targetPlace: Int { paths.count - 1 }

  var values: [Int] {
    var values = paths.map { model[keyPath: $0] }
    values.insert(model.target?.number ?? -1, at: targetPlace)
    return values
  }

  /// Sets one of the numbers, and returns the resulting value.
  @discardableResult
  func set(_ index: Int, _ value: Int) -> Int {
    guard index != targetPlace else {
      let number = value % (targets.count + 1)
      model.target = number < targets.count ? targets[number] : nil
      return number < targets.count ? targets[number].number : -1
    }
    model[keyPath: paths[index < targetPlace ? index : index - 1]] = value
    return value
  }

  /// Whether an observer of one of the numbers is notified of changes in `body`.
  func observed(_ index: Int, _ body: () -> Void) -> Bool {
    let heard = WideFlag()
    withObservationTracking {
      if index == targetPlace {
        _ = model.target
      } else {
        _ = model[keyPath: paths[index < targetPlace ? index : index - 1]]
      }
    } onChange: {
      heard.isSet = true
    }
    body()
    return heard.isSet
  }
}

private struct WideRow<Model: WideModel>: AnyWideRow {
  let model: Model
  let targets: [WideTarget]
  let paths: [ReferenceWritableKeyPath<Model, Int>]

  init(_ context: ModelContext) throws {
    model = try #require(try context.fetch(FetchDescriptor<Model>()).first)
    targets = try context.fetch(FetchDescriptor<WideTarget>(sortBy: [SortDescriptor(\.number)]))
    paths = Model.schemaMetadata.compactMap {
      $0.keypath as? ReferenceWritableKeyPath<Model, Int>
    }
  }
}

private final class WideFlag: @unchecked Sendable {
  // `@unchecked`: used only on the test's thread.
  var isSet = false
}
