import ExampleSupport

extension CommandOption {
  static let world = CommandOption(
    "world", value: "WORLD", "Only this world: its name, or the beginning of its ID.")
  static let withPhoto = CommandOption("with-photo", "Only spots that have a picture.")
  static let withoutPhoto = CommandOption("without-photo", "Only spots without a picture.")
  static let photo = CommandOption("photo", value: "FILE", "A screenshot of the spot.")
  static let comment = CommandOption("comment", value: "TEXT", "What there is to say of it.")
  static let name = CommandOption("name", value: "NAME", "Another name.")
  static let seed = CommandOption(
    "seed", value: "SEED", "What the world grows from: a number, or a text as the game takes it.")
  static let withSpots = CommandOption("with-spots", "Delete the world's spots, too.")
  static let count = CommandOption("count", value: "N", "How many spots to show; 5 unless given.")
  static let force = CommandOption("force", "Write over a file that exists.")
  static let images = CommandOption(
    "images", value: "FOLDER", "Where the pictures are; the store's folder unless given.")
  static let withoutPictures = CommandOption(
    "without-pictures", "Go on without pictures that cannot be read.")
}
