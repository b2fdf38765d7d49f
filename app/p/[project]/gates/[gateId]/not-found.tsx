import Link from 'next/link'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function GateNotFound() {
  return (
    <PageNotFound title="Gate not found" link={<Link href="/">Back to the desk</Link>}>
      The link may be incomplete, or lead to a gate of another project.
    </PageNotFound>
  )
}
