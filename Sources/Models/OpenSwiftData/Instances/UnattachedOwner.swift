/// The owner of a model in a to-many relationship while neither belongs to a context.
///
/// It is used only when the model is inserted, to insert the owner as well. The reference is weak,
/// because an owner that is not retained elsewhere was released on purpose.
struct UnattachedOwner {
  weak var object: AnyObject?
  /// The index of the owner's property.
  let index: Int
}
