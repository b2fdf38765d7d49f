/** Polling limits for slow, busy machines; polling ends as soon as the condition holds. */
export const PATIENCE = { timeout: 60_000, interval: 50 }
