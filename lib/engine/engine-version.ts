/** Version of the scoring engine, stored with every score so that history can be replayed under a later one. */
export const ENGINE_VERSION = '1.38.0'
