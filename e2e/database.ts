import { Client } from 'pg'

/** Changes rows of the desk under test, for what only time or many people would bring about. */
export async function changeRows(statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: process.env.E2E_DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement, [...values])
  } finally {
    await client.end()
  }
}
