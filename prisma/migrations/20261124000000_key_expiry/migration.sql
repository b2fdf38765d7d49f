-- A key created before has no end.
ALTER TABLE "api_key" ADD COLUMN "expires_at" TIMESTAMPTZ(3);
