-- How much worse the newest version of a chain is than the one before, as it was ranked last.
CREATE TABLE "chain_place" (
    "project_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "changed" INTEGER NOT NULL DEFAULT 1,
    "is_stale" BOOLEAN NOT NULL DEFAULT true,
    "rank_group" INTEGER NOT NULL DEFAULT 4,
    "rank_key" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "has_confidence" BOOLEAN NOT NULL DEFAULT false,
    "current_id" UUID,

    CONSTRAINT "chain_place_pkey" PRIMARY KEY ("project_id","chain_id")
);

CREATE INDEX "chain_place_project_id_rank_group_rank_key_idx" ON "chain_place"("project_id", "rank_group", "rank_key");

-- The chains that changed since.
CREATE INDEX "chain_place_stale_idx" ON "chain_place" ("project_id", "chain_id") WHERE "is_stale";

-- They are ranked in the background.
INSERT INTO "chain_place" (project_id, chain_id) SELECT project_id, id FROM "chain";
