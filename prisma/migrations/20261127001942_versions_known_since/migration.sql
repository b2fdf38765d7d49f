-- AlterTable
ALTER TABLE "chain_version" ADD COLUMN     "known_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- The id of a version tells when it was made, unless it is not of that kind.
UPDATE "chain_version" SET "known_at" = CASE WHEN substr("id"::text, 15, 1) = '7'
  THEN least("published_at", to_timestamp(('x' || substr(replace("id"::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0))
  ELSE "published_at" END;
