-- AlterTable
ALTER TABLE "user" ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3),
ALTER COLUMN "email" DROP NOT NULL;

-- CreateTable
CREATE TABLE "invitation" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "proves_email" BOOLEAN NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" UUID,
    "declined_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "invitation_token_hash_idx" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_project_id_expires_at_idx" ON "invitation"("project_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_project_id_token_hash_key" ON "invitation"("project_id", "token_hash");

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Who made the first account holds the machine, and is taken at their word. Of every other one an admin typed the address.
UPDATE "user" SET "email_verified_at" = "created_at" WHERE "id" = (SELECT "id" FROM "user" ORDER BY "created_at", "id" LIMIT 1);
