-- Who was signed in by a cookie alone signs in once more: sessions are rows from now on.
CREATE TABLE "sign_in_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT,
    "device" TEXT,

    CONSTRAINT "sign_in_session_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "sign_in_session_user_id_idx" ON "sign_in_session"("user_id");
CREATE INDEX "sign_in_session_expires_at_idx" ON "sign_in_session"("expires_at");

CREATE TABLE "password_reset" (
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "by_mail" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("token_hash")
);

CREATE INDEX "password_reset_user_id_idx" ON "password_reset"("user_id");
CREATE INDEX "password_reset_expires_at_idx" ON "password_reset"("expires_at");

CREATE TABLE "project_judge" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "api_key" TEXT,
    "input_usd_per_million" DOUBLE PRECISION,
    "output_usd_per_million" DOUBLE PRECISION,
    "rank" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_judge_pkey" PRIMARY KEY ("project_id","id")
);

CREATE UNIQUE INDEX "project_judge_project_id_name_key" ON "project_judge"("project_id", "name");
