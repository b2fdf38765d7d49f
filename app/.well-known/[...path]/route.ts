export {
  wellKnown as DELETE,
  wellKnown as GET,
  wellKnown as HEAD,
  wellKnown as OPTIONS,
  wellKnown as PATCH,
  wellKnown as POST,
  wellKnown as PUT,
} from '@/lib/http/oauth'
