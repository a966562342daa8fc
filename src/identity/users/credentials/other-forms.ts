/*
 * How other systems write hashes that they store in one text. An import brings them into the forms of
 * `foreign-hashes.ts`, which checks them.
 */

type Parts = readonly string[]

/** Each form with what makes it a PHC string, or a hash in modular crypt form. */
const forms: readonly (readonly [form: RegExp, write: (parts: Parts) => string | undefined])[] = [
  // Spring Security, DelegatingPasswordEncoder.
  [/^\{(?:bcrypt|argon2(?:@\w{1,40})?)\}(.+)$/, ([hash = '']) => hash],
  // Django, django.contrib.auth.hashers. Salts are texts of letters and digits. Clerk's look the same
  // and are Base64, so one with other characters is not read.
  [/^argon2(\$argon2.+)$/, ([hash = '']) => hash],
  [/^bcrypt\$(\$2.+)$/, ([hash = '']) => hash],
  [
    /^pbkdf2_(sha1|sha256)\$(\d{1,7})\$([A-Za-z\d]+)\$([^$]+)$/,
    ([digest, iterations, salt = '', hash]) =>
      `$pbkdf2-${digest}$i=${iterations}$${ofText(salt)}$${hash}`,
  ],
  [
    /^scrypt\$(\d{1,7})\$([A-Za-z\d]+)\$(\d{1,2})\$(\d{1,2})\$([^$]+)$/,
    ([n, salt = '', r, p, hash]) => {
      const ln = Math.log2(Number(n))
      return Number.isInteger(ln)
        ? `$scrypt$ln=${ln},r=${r},p=${p}$${ofText(salt)}$${hash}`
        : undefined
    },
  ],
  // passlib. It writes "." where Base64 has "+".
  [
    /^\$pbkdf2(?:-(sha256|sha512))?\$(\d{1,7})\$([^$]+)\$([^$]+)$/,
    ([digest = 'sha1', iterations, salt = '', hash = '']) =>
      `$pbkdf2-${digest}$i=${iterations}$${salt.replaceAll('.', '+')}$${hash.replaceAll('.', '+')}`,
  ],
  // better-auth: the salt is used as it is written, and not as the bytes that it stands for.
  [
    /^([\da-f]{32}):([\da-f]{128})$/,
    ([salt = '', hash = '']) =>
      `$scrypt$ln=14,r=16,p=1$${ofText(salt)}$${Buffer.from(hash, 'hex').toString('base64')}`,
  ],
  // Firebase writes Base64 for URLs.
  [/^(\$fbscrypt\$.+)$/, ([hash = '']) => hash.replaceAll('-', '+').replaceAll('_', '/')],
  // ASP.NET Identity. The first byte is 0 or 1.
  [/^(A[A-Za-z\d+/]{60,200}={0,2})$/, ([text = '']) => ofAspNet(Buffer.from(text, 'base64'))],
]

/** Returns a hash in the form that `readForeignHash` reads, if it is a usual one. */
export function phcOf(text: string): string {
  for (const [form, write] of forms) {
    const [, ...parts] = form.exec(text) ?? []
    if (parts.length > 0) return withoutPadding(write(parts) ?? text)
  }
  return withoutPadding(text)
}

/** PHC strings have Base64 without padding. The separator of Firebase, `ss=`, may be empty. */
const withoutPadding = (text: string): string => text.replace(/(?<!,ss)={1,2}(?=[,$]|$)/g, '')

const ofText = (salt: string): string => Buffer.from(salt).toString('base64')

/** The digests of ASP.NET Core's KeyDerivationPrf, by number. */
const digests = ['sha1', 'sha256', 'sha512']

/**
 * Version 2 has a zero, 16 bytes of salt and 32 of hash. Version 3 has a one and three numbers of four
 * bytes, big-endian: digest, iterations and the length of the salt.
 */
function ofAspNet(bytes: Buffer): string | undefined {
  const write = (digest: string, iterations: number, saltStart: number, saltEnd: number) => {
    const salt = bytes.toString('base64', saltStart, saltEnd)
    return `$pbkdf2-${digest}$i=${iterations}$${salt}$${bytes.toString('base64', saltEnd)}`
  }
  if (bytes[0] === 0 && bytes.length === 49) return write('sha1', 1_000, 1, 17)
  if (bytes[0] !== 1 || bytes.length < 13) return undefined
  const [digest, iterations, saltLength] = [1, 5, 9].map((at) => bytes.readUInt32BE(at))
  const name = digests[digest ?? -1]
  return name && write(name, iterations ?? 0, 13, 13 + (saltLength ?? 0))
}
