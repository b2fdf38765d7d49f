-- CreateIndex
CREATE INDEX "oauth_grant_project_id_expires_at_idx" ON "oauth_grant"("project_id", "expires_at");

-- CreateIndex
CREATE INDEX "oauth_token_project_id_expires_at_idx" ON "oauth_token"("project_id", "expires_at");
