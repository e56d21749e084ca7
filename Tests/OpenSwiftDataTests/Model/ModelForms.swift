import Foundation
import OpenSwiftData

/// Properties in the various forms in which apps declare them.
@Model
final class Forms {
  private var secret: String
  private(set) var reads = 0
  var inferredString = "text"
  var inferredDouble = 1.5
  var inferredDate = Date()
  var inferredList = [1, 2, 3]
  var inferredMap = ["a": 1]
  var inferredOptional = Optional("x")
  var counter: Int = 41 + 1
  var `default`: Bool = true
  var straße = "Ümlaut"
  @Transient var scratch = [String: Int]()
  @Transient var cached: Int?
  @Attribute(.ephemeral) var session: Int = 7
  @Attribute(originalName: "alt") var renamed: String = "r"
  @Attribute(.externalStorage) var image: Data?
  static let version = 3
  var summary: String { "\(secret) \(counter)" }
  @Transient lazy var expensive = 5

  init(secret: String) { self.secret = secret }

  func reveal() -> String { secret }
  func read() { reads += 1 }
}

/// Declares a stored `id` and implements `Codable` by hand.
@Model
final class Product: Codable {
  var id: UUID
  var name: String

  enum CodingKeys: String, CodingKey { case id, name }

  init(id: UUID = UUID(), name: String) {
    self.id = id
    self.name = name
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
  }
}

enum Catalogue {
  enum Section {
    @Model
    final class Entry {
      var title: String
      var kind: Kind = Kind.plain

      enum Kind: String, Codable { case plain, featured }

      init(title: String) { self.title = title }
    }
  }
}

/// A value that only a transformer can store.
final class Paint: Equatable {
  let red: UInt8
  init(red: UInt8) { self.red = red }
  static func == (lhs: Paint, rhs: Paint) -> Bool { lhs.red == rhs.red }
}

final class PaintTransformer: ValueTransformer {
  static let name = NSValueTransformerName("PaintTransformer")

  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Paint).map { Data([$0.red]) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data)?.first.map { Paint(red: $0) }
  }
}

@Model
final class Wall {
  @Attribute(.transformable(by: "PaintTransformer")) var paint: Paint
  @Attribute(.transformable(by: "PaintTransformer")) var trim: Paint?

  init(paint: Paint) { self.paint = paint }
}

/// A model that does not use the macro.
final class HandMade: PersistentModel {
  var persistentBackingData: any BackingData<HandMade>

  init(backingData: any BackingData<HandMade>) { persistentBackingData = backingData }

  init(title: String) {
    persistentBackingData = HandMade.createBackingData()
    self.title = title
  }

  var title: String {
    get { getValue(forKey: \.title) }
    set { setValue(forKey: \.title, to: newValue) }
  }
  var count: Int {
    get { getValue(forKey: \.count) }
    set { setValue(forKey: \.count, to: newValue) }
  }
  var nickname: String? {
    get { getValue(forKey: \.nickname) }
    set { setValue(forKey: \.nickname, to: newValue) }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(
        name: "title", keypath: \HandMade.title, metadata: Schema.Attribute(.unique)),
      Schema.PropertyMetadata(name: "count", keypath: \HandMade.count, defaultValue: 3),
      Schema.PropertyMetadata(name: "nickname", keypath: \HandMade.nickname),
    ]
  }
}
