import Foundation
import SwiftData

final class SketchTransformer: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { true }
  override func transformedValue(_ value: Any?) -> Any? { value }
}

final class Sketch { var lines = 0 }

@Model
final class Document {
  @Attribute(.unique) var number: Int
  @Attribute(.unique, .spotlight, originalName: "caption", hashModifier: "2") var title: String
  @Attribute(.externalStorage, .allowsCloudEncryption) var scan: Data?
  @Attribute(.preserveValueOnDeletion) var origin: String = ""
  @Attribute(.ephemeral) var selection: Int = 0
  @Attribute(originalName: "checked_at") var checked: Date?
  @Attribute var plain = 0
  @Attribute(.transformable(by: SketchTransformer.self)) var sketch: Sketch?
  @Attribute(.transformable(by: "SketchTransformer")) var draft: Sketch?
  @Transient var progress = 0.0
  @Transient var observer: (() -> Void)?
  @Transient var sketchCache: Sketch = Sketch()

  init(number: Int, title: String) {
    self.number = number
    self.title = title
  }
}

func options(_ document: Document) -> Set<Schema.Attribute.Option> {
  ValueTransformer.setValueTransformer(
    SketchTransformer(), forName: NSValueTransformerName("SketchTransformer"))
  document.setTransformableValue(forKey: \.draft, to: document.sketch)
  let read: Sketch? = document.getTransformableValue(forKey: \.draft)
  document.progress += Double(read?.lines ?? 0)
  document.observer?()
  return [.unique, .codable, .transformable(by: SketchTransformer.self)]
}
