/** How long something may take on a machine that is busy with other work; nothing waits longer than it must. */
export const PATIENCE = { timeout: 60_000, interval: 50 }
