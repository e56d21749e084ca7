// swift-format-ignore-file

@Model
final class Download {
  var source: URL
  @Transient var progress: Double = 0
  @Transient var onDone: (() -> Void)?
  @Transient lazy var title = source.lastPathComponent
  @Transient var percent: Int { Int(progress * 100) }
  @Transient let limit = 3
  init(source: URL) { self.source = source }
}
