'use client'

import type { ReactNode } from 'react'
import { StatePanel } from '@/components/ui/state-panel'
import { roleWords } from './role-words'
import { useMyRole } from './use-my-role'

type AdminsOnlyProps = {
  project: string
  /** What is kept from others: "the API keys". */
  what: string
  children: ReactNode
}

/** Shows its children to admins, and to others what they lack. */
export function AdminsOnly({ project, what, children }: AdminsOnlyProps) {
  const role = useMyRole(project)
  if (role === 'admin') return children
  if (role === null) return <StatePanel state="loading" title="Loading" compact />
  return (
    <StatePanel state="denied" title={`Only admins see ${what}`} compact>
      You are a {roleWords[role].label.toLowerCase()} of this project. An admin can change that under Members.
    </StatePanel>
  )
}
