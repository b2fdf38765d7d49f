-- The version of each setting that is replaced as a whole, so that two people do not overwrite each other.
CREATE TABLE "setting_version" (
    "project_id" UUID NOT NULL,
    "setting" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setting_version_pkey" PRIMARY KEY ("project_id","setting")
);

INSERT INTO "setting_version" (project_id, setting, number, by, at)
SELECT project_id, 'retention', 1, updated_by, updated_at FROM "data_policy" WHERE content_days IS NOT NULL OR run_days IS NOT NULL;
INSERT INTO "setting_version" (project_id, setting, number, by, at)
SELECT project_id, 'redaction', 1, updated_by, updated_at FROM "data_policy" WHERE redaction IS NOT NULL;

ALTER TABLE "data_policy" DROP COLUMN "updated_by", DROP COLUMN "updated_at";
