import DataSchema
