import type { Metadata } from 'next'
import { CreateProjectForm } from '@/components/entry/create-project-form'
import { EntryScreen } from '@/components/entry/entry-screen'
import { pageContext } from '@/lib/auth'

export const metadata: Metadata = { title: 'New project' }

export default async function NewProjectPage() {
  await pageContext()
  return (
    <EntryScreen
      title="Create a project"
      lead="A project has its own chains, runs, members and keys. You become its admin."
    >
      <CreateProjectForm />
    </EntryScreen>
  )
}
