// swift-format-ignore-file

@Model
final class Account {
  @Attribute(.unique) var email: String
  @Attribute(.unique, .preserveValueOnDeletion, originalName: "user_name", hashModifier: "v3")
  var userName: String
  @SwiftData.Attribute(.externalStorage) var avatar: Data?
  @Attribute(
    .spotlight,  // searched for
    .allowsCloudEncryption  // private
  )
  var city: String?
  @Attribute var plain: Bool = true
  @Attribute(.transformable(by: PaletteTransformer.self)) var palette: Palette?
  @Attribute(Schema.Attribute.Option.transformable(by: "Palette")) var backup: Palette
  init() {}
}
