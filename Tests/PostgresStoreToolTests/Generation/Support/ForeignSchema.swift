import PostgresTesting
import Testing

/// Tables as frameworks create them, in a schema with the framework's name.
struct ForeignSchema: Sendable, CustomTestStringConvertible {
  let name: String
  let tables: String
  /// The project of `django_project.py` whose migrations create the tables; nil if there are none.
  var djangoProject: String?

  var testDescription: String { name }

  static let all =
    [
      rails, django, fluent, prisma, railsForum, railsLedger, fluentTasks, fluentLibrary,
      prismaStays, prismaChat,
    ] + (PythonORMs.isInstalled ? [djangoClinic, djangoAuth] : [])

  static let djangoClinic = ForeignSchema(
    name: "django_clinic", tables: "", djangoProject: "clinic")
  /// Django's own application for users and their rights.
  static let djangoAuth = ForeignSchema(name: "django_auth", tables: "", djangoProject: "auth")

  /// `db/structure.sql` of Rails.
  static let rails = ForeignSchema(
    name: "rails",
    tables: """
      CREATE TABLE schema_migrations (version character varying NOT NULL PRIMARY KEY);
      CREATE TABLE ar_internal_metadata (key character varying NOT NULL PRIMARY KEY,
        value character varying, created_at timestamp(6) without time zone NOT NULL,
        updated_at timestamp(6) without time zone NOT NULL);
      CREATE TYPE order_status AS ENUM ('pending', 'in-transit', 'delivered');
      CREATE TABLE customers (id bigserial PRIMARY KEY, email character varying NOT NULL,
        name character varying, preferences jsonb DEFAULT '{}'::jsonb NOT NULL,
        labels character varying[] DEFAULT '{}'::character varying[] NOT NULL,
        active boolean DEFAULT true NOT NULL, last_seen_on date, avatar bytea, location point,
        lock_version integer DEFAULT 0 NOT NULL, is_deleted boolean DEFAULT false NOT NULL,
        created_at timestamp(6) without time zone NOT NULL,
        updated_at timestamp(6) without time zone NOT NULL);
      CREATE UNIQUE INDEX index_customers_on_email ON customers USING btree (email);
      CREATE TABLE orders (id bigserial PRIMARY KEY, customer_id bigint NOT NULL,
        billing_customer_id bigint, number character varying NOT NULL,
        status order_status DEFAULT 'pending'::order_status NOT NULL,
        total numeric(10,2) DEFAULT 0.0 NOT NULL, discount numeric(4,2) DEFAULT 0.25 NOT NULL,
        "default" boolean DEFAULT false NOT NULL, shipped_at timestamp(6) without time zone,
        created_at timestamp(6) without time zone NOT NULL,
        updated_at timestamp(6) without time zone NOT NULL,
        CONSTRAINT fk_rails_1 FOREIGN KEY (customer_id) REFERENCES customers (id),
        CONSTRAINT fk_rails_2 FOREIGN KEY (billing_customer_id) REFERENCES customers (id)
          ON DELETE SET NULL);
      CREATE TABLE products (id uuid DEFAULT gen_random_uuid() NOT NULL PRIMARY KEY,
        title character varying NOT NULL, price numeric(8,2) NOT NULL, tax_ids integer[],
        search tsvector GENERATED ALWAYS AS (to_tsvector('english', title)) STORED,
        title_length integer GENERATED ALWAYS AS (length(title)) STORED);
      CREATE TABLE order_items (id bigserial PRIMARY KEY,
        order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
        product_id uuid NOT NULL REFERENCES products (id), quantity integer DEFAULT 1 NOT NULL);
      CREATE UNIQUE INDEX index_order_items ON order_items (order_id, product_id);
      CREATE TABLE categories (id bigserial PRIMARY KEY, name character varying NOT NULL,
        parent_id bigint REFERENCES categories (id) ON DELETE SET NULL);
      CREATE TABLE categories_products (category_id bigint NOT NULL REFERENCES categories (id),
        product_id uuid NOT NULL REFERENCES products (id));
      CREATE TABLE vehicles (id bigserial PRIMARY KEY, type character varying,
        name character varying NOT NULL, seats integer, payload double precision,
        customer_id bigint REFERENCES customers (id),
        created_at timestamp(6) without time zone NOT NULL,
        updated_at timestamp(6) without time zone NOT NULL);
      INSERT INTO vehicles (type, name, seats, created_at, updated_at)
        VALUES ('Car', 'c', 5, now(), now()), ('Fleet::Truck', 't', NULL, now(), now()),
        (NULL, 'v', NULL, now(), now());
      CREATE TABLE remarks (id bigserial PRIMARY KEY, body text NOT NULL,
        commentable_type character varying NOT NULL, commentable_id bigint NOT NULL,
        author_type character varying, author_id character varying,
        created_at timestamp(6) without time zone NOT NULL,
        updated_at timestamp(6) without time zone NOT NULL);
      CREATE INDEX index_remarks_on_commentable ON remarks (commentable_type, commentable_id);
      CREATE TABLE audits (happened_at timestamp(6) without time zone, message text);
      CREATE TABLE stock_levels (product_id uuid NOT NULL REFERENCES products (id),
        warehouse character varying NOT NULL, amount integer, PRIMARY KEY (product_id, warehouse));
      CREATE TABLE regions (id bigserial PRIMARY KEY, outline polygon NOT NULL);
      CREATE VIEW open_orders AS SELECT * FROM orders WHERE status = 'pending';
      """)

  /// `sqlmigrate` of Django.
  static let django = ForeignSchema(
    name: "django",
    tables: """
      CREATE TABLE "django_migrations" (
        "id" bigint NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
        "app" varchar(255) NOT NULL);
      CREATE TABLE "shop_author" ("id" bigint NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
        "name" varchar(80) NOT NULL, "born_on" date NULL);
      CREATE TABLE "shop_tag" ("id" bigint NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
        "name" varchar(50) NOT NULL UNIQUE);
      CREATE TABLE "shop_book" ("id" bigint NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
        "isbn" varchar(13) NOT NULL UNIQUE, "title" varchar(200) NOT NULL,
        "price" numeric(6, 2) NOT NULL, "state" varchar(20) NOT NULL,
        "image_url" varchar(200) NULL, "author_id" bigint NOT NULL,
        "sequel_of_id" bigint NULL UNIQUE, "pages" smallint NULL CHECK ("pages" >= 0),
        CONSTRAINT "state_valid" CHECK ("state" IN ('draft', 'published', 'out of print')));
      CREATE TABLE "shop_ebook" ("book_ptr_id" bigint NOT NULL PRIMARY KEY, "size" integer NOT NULL);
      CREATE TABLE "shop_talk" ("id" bigint NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
        "length" interval NOT NULL);
      CREATE TABLE "shop_book_tags" (
        "id" bigint NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
        "book_id" bigint NOT NULL, "tag_id" bigint NOT NULL);
      ALTER TABLE "shop_book" ADD CONSTRAINT "shop_book_author_id_fk" FOREIGN KEY ("author_id")
        REFERENCES "shop_author" ("id") DEFERRABLE INITIALLY DEFERRED;
      ALTER TABLE "shop_book" ADD CONSTRAINT "shop_book_sequel_of_id_fk"
        FOREIGN KEY ("sequel_of_id") REFERENCES "shop_book" ("id") DEFERRABLE INITIALLY DEFERRED;
      ALTER TABLE "shop_ebook" ADD CONSTRAINT "shop_ebook_book_ptr_id_fk"
        FOREIGN KEY ("book_ptr_id") REFERENCES "shop_book" ("id") DEFERRABLE INITIALLY DEFERRED;
      ALTER TABLE "shop_book_tags" ADD CONSTRAINT "shop_book_tags_uniq" UNIQUE ("book_id", "tag_id");
      ALTER TABLE "shop_book_tags" ADD CONSTRAINT "shop_book_tags_book_id_fk"
        FOREIGN KEY ("book_id") REFERENCES "shop_book" ("id") DEFERRABLE INITIALLY DEFERRED;
      ALTER TABLE "shop_book_tags" ADD CONSTRAINT "shop_book_tags_tag_id_fk"
        FOREIGN KEY ("tag_id") REFERENCES "shop_tag" ("id") DEFERRABLE INITIALLY DEFERRED;
      """)

  /// The migrations of Fluent.
  static let fluent = ForeignSchema(
    name: "fluent",
    tables: """
      CREATE TABLE "_fluent_migrations" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL);
      CREATE TYPE "PLANET_TYPE" AS ENUM ('smallRocky', 'gasGiant', 'dwarf');
      CREATE TABLE "galaxies" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL,
        "created_at" TIMESTAMPTZ, "deleted_at" TIMESTAMPTZ);
      CREATE TABLE "planets" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL UNIQUE,
        "type" "PLANET_TYPE" NOT NULL, "former_types" "PLANET_TYPE"[] NOT NULL DEFAULT '{}',
        "galaxy_id" UUID NOT NULL, "spectrum" DOUBLE PRECISION[], "seen" TIMESTAMPTZ[],
        CONSTRAINT "fk:planets.galaxy_id+galaxies.id" FOREIGN KEY ("galaxy_id")
          REFERENCES "galaxies" ("id") ON DELETE CASCADE ON UPDATE NO ACTION);
      CREATE TABLE "probes" ("id" UUID PRIMARY KEY, "planet_name" TEXT
        REFERENCES "planets" ("name"), "signal" TIME);
      CREATE TABLE "surveys" ("id" UUID PRIMARY KEY, "title" TEXT NOT NULL);
      CREATE TABLE "planet+survey" ("id" UUID PRIMARY KEY,
        "planet_id" UUID NOT NULL REFERENCES "planets" ("id") ON DELETE CASCADE,
        "survey_id" UUID NOT NULL REFERENCES "surveys" ("id") ON DELETE CASCADE,
        UNIQUE ("planet_id", "survey_id"));
      """)

  /// The migrations of Prisma.
  static let prisma = ForeignSchema(
    name: "prisma",
    tables: """
      CREATE TABLE "_prisma_migrations" ("id" VARCHAR(36) NOT NULL PRIMARY KEY);
      CREATE TYPE "Role" AS ENUM ('USER', 'SITE_ADMIN');
      CREATE TABLE "User" ("id" SERIAL NOT NULL, "email" TEXT NOT NULL, "name" TEXT,
        "role" "Role" NOT NULL DEFAULT 'USER',
        "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
        "updatedAt" TIMESTAMP(3) NOT NULL, CONSTRAINT "User_pkey" PRIMARY KEY ("id"));
      CREATE TABLE "Profile" ("id" TEXT NOT NULL, "bio" TEXT, "userId" INTEGER NOT NULL,
        CONSTRAINT "Profile_pkey" PRIMARY KEY ("id"));
      CREATE TABLE "Post" ("slug" TEXT NOT NULL, "title" TEXT NOT NULL, "content" JSONB,
        "views" BIGINT NOT NULL DEFAULT 0, "rating" DOUBLE PRECISION NOT NULL DEFAULT 1,
        "authorId" INTEGER, CONSTRAINT "Post_pkey" PRIMARY KEY ("slug"));
      CREATE TABLE "Label" ("id" SERIAL NOT NULL, "name" TEXT NOT NULL,
        CONSTRAINT "Label_pkey" PRIMARY KEY ("id"));
      CREATE TABLE "_LabelToPost" ("A" INTEGER NOT NULL, "B" TEXT NOT NULL,
        CONSTRAINT "_LabelToPost_AB_pkey" PRIMARY KEY ("A", "B"));
      CREATE TABLE "_Follows" ("A" INTEGER NOT NULL, "B" INTEGER NOT NULL,
        CONSTRAINT "_Follows_AB_pkey" PRIMARY KEY ("A", "B"));
      CREATE UNIQUE INDEX "User_email_key" ON "User"("email");
      CREATE UNIQUE INDEX "Profile_userId_key" ON "Profile"("userId");
      ALTER TABLE "Profile" ADD CONSTRAINT "Profile_userId_fkey" FOREIGN KEY ("userId")
        REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
      ALTER TABLE "Post" ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId")
        REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
      ALTER TABLE "_LabelToPost" ADD CONSTRAINT "_LabelToPost_A_fkey" FOREIGN KEY ("A")
        REFERENCES "Label"("id") ON DELETE CASCADE ON UPDATE CASCADE;
      ALTER TABLE "_LabelToPost" ADD CONSTRAINT "_LabelToPost_B_fkey" FOREIGN KEY ("B")
        REFERENCES "Post"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
      ALTER TABLE "_Follows" ADD CONSTRAINT "_Follows_A_fkey" FOREIGN KEY ("A")
        REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
      ALTER TABLE "_Follows" ADD CONSTRAINT "_Follows_B_fkey" FOREIGN KEY ("B")
        REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
      """)
}
