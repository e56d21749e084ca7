// The output of `swiftdata generate Recipes.xcdatamodeld`, and how to continue from there.
import Foundation
import SwiftData

enum RecipesSchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Recipe.self, Ingredient.self]
  }
}

extension RecipesSchemaV1 {
  @Model
  final class Recipe {
    @Attribute(.unique) var id: UUID
    var title: String = ""
    var servings: Int16 = 4
    @Attribute(.externalStorage) var photo: Data?
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient]? = []

    init(id: UUID, title: String = "", servings: Int16 = 4, photo: Data? = nil) {
      self.id = id
      self.title = title
      self.servings = servings
      self.photo = photo
    }
  }
}

extension RecipesSchemaV1 {
  @Model
  final class Ingredient {
    var name: String = ""
    var recipe: Recipe?

    init(name: String = "", recipe: Recipe? = nil) {
      self.name = name
      self.recipe = recipe
    }
  }
}

enum RecipesSchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Recipe.self, Ingredient.self]
  }
}

extension RecipesSchemaV2 {
  @Model
  final class Recipe {
    @Attribute(.unique) var id: UUID
    var title: String = ""
    var servings: Int16 = 4
    @Attribute(.externalStorage) var photo: Data?
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient]? = []

    init(id: UUID, title: String = "", servings: Int16 = 4, photo: Data? = nil) {
      self.id = id
      self.title = title
      self.servings = servings
      self.photo = photo
    }
  }
}

extension RecipesSchemaV2 {
  @Model
  final class Ingredient {
    var name: String = ""
    var amount: Double? = 0
    var recipe: Recipe?

    init(name: String = "", amount: Double? = 0, recipe: Recipe? = nil) {
      self.name = name
      self.amount = amount
      self.recipe = recipe
    }
  }
}

enum RecipesMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [RecipesSchemaV1.self, RecipesSchemaV2.self]
  }

  static var stages: [MigrationStage] {
    [from1To2]
  }

  static var from1To2: MigrationStage {
    .lightweight(fromVersion: RecipesSchemaV1.self, toVersion: RecipesSchemaV2.self)
  }
}

typealias Recipe = RecipesSchemaV2.Recipe
typealias Ingredient = RecipesSchemaV2.Ingredient

let url = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Recipes.sqlite")

// Opens a file of either version, and migrates one of the first.
let container = try ModelContainer(
  for: Schema(versionedSchema: RecipesSchemaV2.self), migrationPlan: RecipesMigrationPlan.self,
  configurations: [ModelConfiguration(url: url)])
let context = ModelContext(container)

// Data that Core Data saved.
let recipes = try context.fetch(FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)]))
for recipe in recipes { print(recipe.title, recipe.ingredients?.count ?? 0) }

// Continue with SwiftData.
let soup = Recipe(id: UUID(), title: "Leek soup")
context.insert(soup)
soup.ingredients = [Ingredient(name: "Leek", amount: 3)]
try context.save()
