import { Client } from 'pg'

/** Changes rows in the database under test, to simulate elapsed time or many users. */
export async function changeRows(statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: process.env.E2E_DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement, [...values])
  } finally {
    await client.end()
  }
}
