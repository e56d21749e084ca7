/// Models of a result that have a title in common.
public struct ResultsSection<Model, SectionTitle>: RandomAccessCollection, Identifiable
where Model: PersistentModel, SectionTitle: Hashable {
  /// A model.
  public typealias Element = Model
  /// The number of a model in the section.
  public typealias Index = Int
  /// The numbers of all models.
  public typealias Indices = Range<Int>

  /// What the models have in common.
  public let title: SectionTitle
  private let models: [Model]

  init(title: SectionTitle, _ models: [Model]) { (self.title, self.models) = (title, models) }

  /// The title.
  public var id: SectionTitle { title }

  /// Zero.
  public var startIndex: Int { 0 }
  /// How many models there are.
  public var endIndex: Int { models.count }

  /// The model of that number.
  public subscript(position: Int) -> Model { models[position] }
}
