import { ArrowLeftRight } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'

/** Link to the comparison with the sides swapped. */
export function SwapLink({ href }: { href: string }) {
  return (
    <Button asChild>
      <Link href={href} replace>
        <ArrowLeftRight aria-hidden />
        Swap
      </Link>
    </Button>
  )
}
