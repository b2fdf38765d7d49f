-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "connected_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grant" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "scopes" TEXT[],
    "stamp" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "oauth_token" (
    "project_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "grant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "scopes" TEXT[],
    "redirect_uri" TEXT,
    "code_challenge" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_token_pkey" PRIMARY KEY ("project_id","hash")
);

-- CreateIndex
CREATE INDEX "oauth_client_created_at_idx" ON "oauth_client"("created_at");

-- CreateIndex
CREATE INDEX "oauth_grant_project_id_user_id_idx" ON "oauth_grant"("project_id", "user_id");

-- CreateIndex
CREATE INDEX "oauth_token_hash_idx" ON "oauth_token"("hash");

-- CreateIndex
CREATE INDEX "oauth_token_project_id_grant_id_idx" ON "oauth_token"("project_id", "grant_id");
