-- Projects whose stored runs are still to be derived anew. A later migration that changes what is derived asks for it in the same way.
CREATE TABLE "rederivation" (
    "project_id" UUID NOT NULL,
    "after_id" UUID,

    CONSTRAINT "rederivation_pkey" PRIMARY KEY ("project_id")
);

INSERT INTO "rederivation" ("project_id") SELECT DISTINCT "project_id" FROM "run_summary";
