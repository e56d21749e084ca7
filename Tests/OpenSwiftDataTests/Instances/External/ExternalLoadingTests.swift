import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

@Suite("Loading of large values")
struct ExternalLoadingTests {
  private let store: TestStore
  private let context: ModelContext

  init() throws {
    store = try TestStore(.file, for: Scan.self, HandMadeScan.self, BroadScan.self)
    context = store.makeContext()
  }

  private func removeFiles() throws {
    for name in try context.files.folder.contents().files {
      try FileManager.default.removeItem(atPath: context.files.folder.file(name))
    }
  }

  @Test func accessingAPropertyReadsItsFile() throws {
    let scan = Scan(1, image: .random(seed: 1))
    scan.preview = .random(seed: 2)
    try context.save(scan, Scan(2, image: .random(seed: 3)))
    let reader = try store.makeReopenedContext()
    let files = try reader.files
    var scans: [Scan] = []
    let fetches = try countStatements(in: reader.container) {
      scans = try reader.fetch(FetchDescriptor<Scan>(sortBy: [SortDescriptor(\.code)]))
    }
    #expect(fetches == 1)
    #expect(scans.map(\.title) == ["page 1", "page 2"])
    #expect(scans.last?.preview == Data([9]))
    #expect(files.readCount == 0)
    let faults = countStatements(in: reader.container) {
      #expect(same(scans[0].image, .random(seed: 1)))
      #expect(same(scans[0].image, .random(seed: 1)))
      #expect(files.readCount == 1)
      #expect(same(scans[0].preview, .random(seed: 2)))
      #expect(files.readCount == 2)
    }
    #expect(faults == 2)
  }

  @Test func untouchedValuesAreNotRead() throws {
    try context.save(Scan(1, image: .random(seed: 1)))
    let reader = try store.makeReopenedContext()
    let scan = try #require(try reader.scan(1))
    scan.title = "new"
    try reader.save()
    #expect(try reader.files.readCount == 0)
    #expect(try same(store.makeReopenedContext().scan(1)?.image, .random(seed: 1)))
    #expect(same(scan.image, .random(seed: 1)))
  }

  @Test func instancesThatOutliveTheirContextReadTheirValues() throws {
    try context.save(Scan(1, image: .random(seed: 1)))
    let scan = try #require(try store.makeReopenedContext().scan(1))
    #expect(scan.modelContext == nil)
    #expect(same(scan.image, .random(seed: 1)))
    // Models inserted into another store copy their values there.
    let moved = try #require(try store.makeReopenedContext().scan(1))
    let elsewhere = try TestStore(.file, for: Scan.self)
    try elsewhere.makeContext().save(moved)
    #expect(try same(elsewhere.makeContext().scan(1)?.image, .random(seed: 1)))
  }

  @Test func aValueOfADeletedRowIsNil() throws {
    try context.save(Scan(1, image: .random(seed: 1)))
    let reader = store.makeContext()
    let scan = try #require(try reader.scan(1))
    reader.delete(scan)
    try reader.save()
    #expect(scan.title == "page 1")
    #expect(scan.image == nil)
  }

  @Test func setOperationsReadValuesFromFiles() throws {
    try context.save(Scan(1, image: .random(seed: 1)), Scan(2, image: Data([2])), Scan(3))
    let descriptor = FetchDescriptor<Scan>(sortBy: [SortDescriptor(\.code)])
    let images = try store.makeReopenedContext().fetch(descriptor, selecting: \.image)
    #expect(same(images, [.random(seed: 1), Data([2]), nil]))
    let reader = try store.makeReopenedContext()
    let pairs = try reader.fetch(descriptor, selecting: \.code, \.image)
    #expect(pairs.map(\.0) == [1, 2, 3])
    #expect(same(pairs.map(\.1), images))
    let count = try reader.aggregate(FetchDescriptor<Scan>(), .count(\.image))
    #expect(count == 2)
  }

  @Test func aValueIsChangedInPlace() throws {
    try context.save(Scan(1, image: .random(seed: 1)))
    let reader = try store.makeReopenedContext()
    try reader.scan(1)?.image?.append(7)
    try reader.save()
    #expect(try same(store.makeReopenedContext().scan(1)?.image, .random(seed: 1) + [7]))
    #expect(try context.countFiles() == 1)
  }

  @Test func aMissingFileIsReportedOnSaving() throws {
    let scan = Scan(1, image: .random(seed: 1))
    scan.preview = .random(seed: 2)
    try context.save(scan)
    let name = try #require(
      try context.files.folder.contents().files.first {
        try context.files.read($0) == .random(seed: 1)
      })
    let moved = try context.files.folder.file(name) + ".moved"
    try FileManager.default.moveItem(atPath: context.files.folder.file(name), toPath: moved)
    let reader = try store.makeReopenedContext()
    let read = try #require(try reader.scan(1))
    #expect(read.image == nil)
    #expect(read.preview == .random(seed: 2))
    read.title = "new"
    let error = #expect(throws: SwiftDataError.valueCannotBeRead) { try reader.save() }
    #expect(error?.description.contains(name.uuidString) == true)
    #expect(error?.description.contains("Scan.image") == true)
    try reader.save()
    // The row still references the file, so the value is readable again once the file returns.
    try FileManager.default.moveItem(atPath: moved, toPath: context.files.folder.file(name))
    let again = try #require(try store.makeReopenedContext().scan(1))
    #expect(again.title == "new")
    #expect(again.image == .random(seed: 1))
  }

  @Test func aMissingFileReadsAsTheDefault() throws {
    let scan = Scan(1)
    scan.preview = .random()
    scan.words = (0..<30_000).map { "word \($0)" }
    try context.save(scan)
    try removeFiles()
    let reader = try store.makeReopenedContext()
    let read = try #require(try reader.scan(1))
    #expect(read.preview == Data([9]))
    #expect(read.words.isEmpty)
    #expect(throws: SwiftDataError.valueCannotBeRead) { try reader.save() }
  }

  @Test func valuesInCoreDatasFormAreRead() throws {
    try context.save(Scan(1), Scan(2))
    let name = UUID().uuidString
    let folder = try context.files.folder.path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    let column = Data([2]) + Data(name.utf8) + Data([0])
    try file.run("UPDATE ZSCAN SET ZIMAGE = ? WHERE ZCODE = 1", [.blob(column)])
    try file.run("UPDATE ZSCAN SET ZIMAGE = x'0105' WHERE ZCODE = 2")
    let reader = try store.makeReopenedContext()
    #expect(try reader.scan(1)?.image == Data([1, 2, 3]))
    #expect(try reader.scan(2)?.image == Data([5]))
  }

  @Test func handWrittenModelsLoadValuesFromFiles() throws {
    let made = HandMadeScan(title: "a", image: .random(seed: 1))
    context.insert(made)
    try context.save()
    #expect(try context.countFiles() == 1)
    let reader = try store.makeReopenedContext()
    let read = try #require(try reader.fetch(FetchDescriptor<HandMadeScan>()).first)
    read.title = "b"
    try reader.save()
    #expect(try reader.files.readCount == 0)
    #expect(same(read.image, .random(seed: 1)))
    read.image = .random(seed: 2)
    try reader.save()
    #expect(try context.countFiles() == 1)
    let last = try store.makeReopenedContext().fetch(FetchDescriptor<HandMadeScan>())
    #expect(last.map(\.title) == ["b"])
    #expect(last.map(\.image) == [.random(seed: 2)])
  }

  @Test func broadModelsKeepValuesThatAreNotLoaded() throws {
    let scan = BroadScan()
    scan.image = .random(seed: 1)
    context.insert(scan)
    try context.save()
    let reader = try store.makeReopenedContext()
    let read = try #require(try reader.fetch(FetchDescriptor<BroadScan>()).first)
    // `note` and `image` share one bit of the mask.
    read.note = "new"
    try reader.save()
    #expect(try reader.files.readCount == 0)
    #expect(try context.countFiles() == 1)
    let last = try store.makeReopenedContext().fetch(FetchDescriptor<BroadScan>()).first
    #expect(last?.note == "new")
    #expect(last?.image == .random(seed: 1))
  }

  @Test func readersSeeWholeValuesDuringReplacement() throws {
    try context.save(Scan(1, image: Data(repeating: 0, count: Data.large)))
    let container = store.container
    let done = Counter()
    let writer = Thread {
      defer { done.add(1) }
      let context = ModelContext(container)
      guard let scan = try? context.scan(1) else { return }
      for round in 1...60 {
        scan.image = Data(repeating: UInt8(round), count: Data.large)
        guard (try? context.save()) != nil else { return }
      }
    }
    writer.start()
    var reads = 0
    while done.value == 0 || reads == 0 {
      let reader = ModelContext(container)
      let image = try #require(try reader.scan(1)?.image)
      #expect(image.count == Data.large)
      #expect(Set(image).count == 1)
      #expect(reader.deferredFailure == nil)
      reads += 1
    }
    #expect(try context.countFiles() == 1)
    #expect(try store.makeReopenedContext().scan(1)?.image?.first == 60)
  }
}

/// A model that conforms to `PersistentModel` without the macro.
final class HandMadeScan: PersistentModel {
  var persistentBackingData: any BackingData<HandMadeScan>

  init(backingData: any BackingData<HandMadeScan>) { persistentBackingData = backingData }

  init(title: String, image: Data?) {
    persistentBackingData = HandMadeScan.createBackingData()
    self.title = title
    self.image = image
  }

  var title: String {
    get { getValue(forKey: \.title) }
    set { setValue(forKey: \.title, to: newValue) }
  }
  var image: Data? {
    get { getValue(forKey: \.image) }
    set { setValue(forKey: \.image, to: newValue) }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(name: "title", keypath: \HandMadeScan.title),
      Schema.PropertyMetadata(
        name: "image", keypath: \HandMadeScan.image, metadata: Schema.Attribute(.externalStorage)),
    ]
  }
}
