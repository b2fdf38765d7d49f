import Link from 'next/link'
import { navHref } from '@/components/shell/nav-items'
import { Button } from '@/components/ui/button'

export function ConfigurationLink({ project }: { project: string }) {
  return (
    <Button size="sm" asChild>
      <Link href={navHref(project, '/settings/configuration')}>Configuration</Link>
    </Button>
  )
}
