import Foundation
import OpenSwiftData

/// Models with every kind of property, whose stores the tests damage.
enum Damage {
  enum Kind: String, Codable { case a, b, c }
  enum Shape: Codable, Equatable {
    case dot
    case circle(radius: Double)
    case rectangle(width: Int, height: Int)
  }
  struct Details: Codable, Equatable {
    var number: Int
    var ratio: Double
    var name: String?
    var list: [Int]
  }
  final class Node: Codable {
    var next: Node?
    var value = 0
  }
  struct Box: Codable { var nodes: [String: Node] = [:] }

  @Model final class Document {
    @Attribute(.unique) var code: String
    var number: Int = 0
    var text: String = ""
    @Attribute(.externalStorage) var blob: Data?
    var tags: [String] = []
    var numbers: [Int] = []
    var counts: [String: Int] = [:]
    var details: Details?
    @Attribute(.codable) var whole: Details?
    var kind: Kind = Kind.a
    var shape: Shape = Shape.dot
    var weight: Double = 0
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var price: Decimal = Decimal(0)
    var token: UUID = UUID()
    var link: URL?
    var small: Int16 = 0
    var unsigned: UInt64 = 0
    var flag: Bool = false
    var length: Duration = Duration.zero
    var raw: Data = Data()
    var box: Box?
    var folder: Folder?
    @Relationship(inverse: \Label.documents) var labels: [Label] = []
    init(_ code: String) { self.code = code }
  }

  @Model final class Folder {
    var number: Int
    var parent: Folder?
    @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder] = []
    @Relationship(deleteRule: .nullify, inverse: \Document.folder) var documents: [Document] = []
    @Relationship(deleteRule: .cascade, inverse: \Item.folder) var items: [Item] = []
    init(_ number: Int) { self.number = number }
  }

  @Model final class Item {
    var number: Int
    var folder: Folder?
    init(_ number: Int) { self.number = number }
  }

  @Model final class Label {
    @Attribute(.unique) var name: String
    var documents: [Document] = []
    init(_ name: String) { self.name = name }
  }
}

extension Damage {
  static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Document.self, Folder.self, Item.self, Label.self,
      configurations: ModelConfiguration(url: url))
  }

  /// Creates a store with a few rows of each entity.
  static func makeStore(_ url: URL) throws {
    let context = ModelContext(try open(url))
    var folders: [Folder] = []
    for number in 0..<4 {
      let folder = Folder(number)
      context.insert(folder)
      if number > 0 { folder.parent = folders[(number - 1) / 2] }
      folder.items = (0..<3).map { Item(number * 10 + $0) }
      folders.append(folder)
    }
    let labels = (0..<3).map { Label("label \($0)") }
    for label in labels { context.insert(label) }
    for number in 0..<12 { fill(document(number, in: context), number, folders, labels) }
    try context.save()
    folders[0].items.reverse()
    try context.save()
  }

  private static func document(_ number: Int, in context: ModelContext) -> Document {
    let document = Document("code \(number)")
    context.insert(document)
    return document
  }

  private static func fill(
    _ document: Document, _ number: Int, _ folders: [Folder], _ labels: [Label]
  ) {
    let details = Details(number: number, ratio: 1.5, name: "name", list: [1, 2, 3])
    document.number = number
    document.text = "text with ümlauts 😀 \(number) " + String(repeating: "z", count: number)
    document.blob = Data(repeating: UInt8(number), count: number == 3 ? 110_000 : 50)
    document.tags = ["x", "y\(number)"]
    document.numbers = [1, 2, number]
    document.counts = ["key": number]
    if number % 2 == 0 { (document.details, document.whole) = (details, details) }
    document.kind = number % 2 == 0 ? .b : .c
    document.shape = number % 3 == 0 ? .circle(radius: 2) : .rectangle(width: 1, height: number)
    document.weight = Double(number) / 3
    document.price = Decimal(number) / 4
    document.link = URL(string: "https://example.com/\(number)")
    document.length = .seconds(number)
    document.raw = Data([1, 2, UInt8(number)])
    document.box = Box(nodes: ["a": Node()])
    document.folder = folders[number % 4]
    document.labels = [labels[number % 3], labels[(number + 1) % 3]]
  }
}
