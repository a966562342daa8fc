/** The password of most hashes. The apostrophe and the accent show that programs hash UTF-8. */
const secret = 'the café’s old password'

/** A hash that another system made, and the password that signs in with it. */
export interface MovedHash {
  /** As the guide for moving in calls the system. */
  readonly system: string
  /** Who made the hash, or published it. */
  readonly source: string
  /** What the guide says to write. */
  readonly hash: string
  readonly password: string
}

/** A password of Keycloak, as a realm export has it. */
interface KeycloakCredential {
  readonly secretData: string
  readonly credentialData: string
}

/** Writes a hash of Keycloak as the guide says. */
function ofKeycloak({ secretData, credentialData }: KeycloakCredential): string {
  const { value, salt } = JSON.parse(secretData)
  const { algorithm, hashIterations, additionalParameters } = JSON.parse(credentialData)
  if (algorithm !== 'argon2') return `$${algorithm}$i=${hashIterations}$${salt}$${value}`
  const { type, memory, parallelism } = additionalParameters
  return `$argon2${type}$v=19$m=${memory},t=${hashIterations},p=${parallelism}$${salt}$${value}`
}

/** Hashes that were made by the other systems, or by the libraries that they use. */
export const movedHashes: readonly MovedHash[] = [
  {
    system: 'Laravel, Symfony, PHP’s `password_hash`',
    source: 'htpasswd of Apache 2.4.62, whose label is the one of PHP',
    hash: '$2y$10$ihRx9fQzbGIIAYq/zsaZfOkCjiIN41ghE1ky46mnHIxzyvJJlAp9a',
    password: secret,
  },
  {
    system: 'Laravel, Symfony, PHP’s `password_hash`',
    source: 'argon2-cffi 21.1.0, with the costs of PHP 8',
    hash: '$argon2id$v=19$m=65536,t=4,p=1$9YBelwuVNS81d0zWE7oUsQ$ex5PWNDpO5PBuptyMflprQ',
    password: secret,
  },
  {
    system: 'Devise (Rails), without a pepper',
    source: 'bcrypt 3.2.2 of PyCA',
    hash: '$2a$12$ykb6sj2sEtQyqlhDD4zrC.voM0HK6Gb62f5S0M6K7XnveWzRWLU2a',
    password: secret,
  },
  {
    system: 'Auth0 (export by its support)',
    source: 'bcrypt 3.2.2 of PyCA',
    hash: '$2b$10$N3QDRPwso8l6juTxzUm.u.ddprQvdY.iNld8HKXymmlAUb1QKg0MS',
    password: secret,
  },
  {
    system: 'Spring Security',
    source: 'The reference of Spring Security, "Password Storage"',
    hash: '{bcrypt}$2a$10$dXJ3SW6G7P50lGmMkkmwe.20cQQubK3.HZWzG3YB1tlRy.fqvM/BG',
    password: 'password',
  },
  {
    system: 'Django',
    source: 'Django 3.2.25, Argon2PasswordHasher',
    hash: 'argon2$argon2id$v=19$m=102400,t=2,p=8$QUFOTGRha3VXcms2bWEyRkN3Q0Voeg$GxpYfGGkEZOnKwt8VLjWjA',
    password: secret,
  },
  {
    system: 'Django',
    source: 'Django 3.2.25, PBKDF2PasswordHasher',
    hash: 'pbkdf2_sha256$260000$vVVZ151jYM4qlXdbEi21hr$k8lNmE2Pn8u/PmXBEca7vbAxiDoQnNdg1LDAZ0HdvdE=',
    password: secret,
  },
  {
    system: 'Django',
    source: 'Django 3.2.25, PBKDF2SHA1PasswordHasher',
    hash: 'pbkdf2_sha1$260000$lXLJPlHlknGVzoPM7knxhV$+9b/hwy2VmU0SSYQs1G15WvSGrM=',
    password: secret,
  },
  {
    system: 'Django',
    source: 'Django 3.2.25, BCryptPasswordHasher',
    hash: 'bcrypt$$2b$12$ULiG.HThTs1.4Cs9RwVvuOjmR42BrWCte3avirVyeasQfr.wfDYxW',
    password: secret,
  },
  {
    system: 'Django',
    source: 'Python’s hashlib, as ScryptPasswordHasher of Django 5 calls it',
    hash: 'scrypt$16384$Vq0kW2ZxX7mB5tR3cN8yPd$8$5$8NWpzj6sd4xjBd/UYS2gaD3rYra5TWIkTB7NZHs9lXP33p/U3z/hNMjos6chmH4UmW8JoLXN4lkzmY9DyMdL5g==',
    password: secret,
  },
  {
    system: 'passlib',
    source: 'passlib 1.7.4, pbkdf2_sha256',
    hash: '$pbkdf2-sha256$29000$RWit9T6HMMZYq1Uq5Xwv5Q$hw7vQF71jmrO2DoRI3OWOAxcQiemR2Dns8c5xrOM49o',
    password: secret,
  },
  {
    system: 'passlib',
    source: 'passlib 1.7.4, pbkdf2_sha512',
    hash: '$pbkdf2-sha512$25000$zpkTgvA.B6BUCmGMEQIAIA$MVmkwMi9cxmEjSl7QcuOIXTN3ryoFbymAY5l94hRqBaZNEBr.vvWZq.zUQZev9HfLQpAdxX8GQXyCcheiBks2Q',
    password: secret,
  },
  {
    system: 'passlib',
    source: 'passlib 1.7.4, pbkdf2_sha1',
    hash: '$pbkdf2$131000$CiFESEnpnZNyDqHU.v9/Tw$E4UF94Lr8EP/c7dSP5TlJY14wJI',
    password: secret,
  },
  {
    system: 'Keycloak',
    source: 'A realm export of Keycloak 26 with argon2id, its default',
    hash: ofKeycloak({
      secretData:
        '{"value":"BuViHNDGmCq80fvpty/QoggTI8NSt0CuNDGgeoa5f5A=","salt":"RJ0aLMQ2qKbZuROs7qQhcA==","additionalParameters":{}}',
      credentialData:
        '{"hashIterations":5,"algorithm":"argon2","additionalParameters":{"hashLength":["32"],"memory":["7168"],"type":["id"],"version":["1.3"],"parallelism":["1"]}}',
    }),
    password: 'iceberg',
  },
  {
    system: 'Keycloak',
    source: 'Python’s hashlib, with the costs of Keycloak 24',
    hash: ofKeycloak({
      secretData:
        '{"value":"gKtyaZss5i0OCZ0ppzyLJz4lAAqsagr5BBh+f82YPIvM/aiU1lO+7Cp2+Eh0t6PzcZXV11yAZ+ptwvg1wvjgdA==","salt":"AAECAwQFBgcICQoLDA0ODw==","additionalParameters":{}}',
      credentialData:
        '{"hashIterations":210000,"algorithm":"pbkdf2-sha512","additionalParameters":{}}',
    }),
    password: secret,
  },
  {
    system: 'ASP.NET Identity',
    source: 'ASP.NET Core Identity of .NET 8 (SHA-512, 100,000 iterations)',
    hash: 'AQAAAAIAAYagAAAAENoVftXbReMcFkOwzlfLFgFkx1tZ2PVoFwKaz/7UP6r5rlrymlHMFjMgowJCZl+6YA==',
    password: 'Test123$',
  },
  {
    system: 'ASP.NET Identity',
    source: 'aspnetcore-identity-password-hasher 1.0.1: version 3 with SHA-256',
    hash: 'AQAAAAEAACcQAAAAEIfnMju/Y4q60zMC3TW1Zd43o/cTEgUCihCZcAUu4WsIa0oYLWL3+KyDVSRRL3kThA==',
    password: secret,
  },
  {
    system: 'ASP.NET Identity',
    source: 'aspnet-identity-pw 1.0.2: version 2',
    hash: 'AGoiIFgl5ddRE2wQ4ZKjrChI2gUDZs/Vi5rItkyJahu5aXiC48Ge3RlIEgTXHtJBqg==',
    password: secret,
  },
  {
    system: 'Supabase',
    source: 'bcrypt 3.2.2 of PyCA, with the costs of Supabase',
    hash: '$2a$10$aIeQVtoE69R/X9v7mBmKsO3Tib6/nxF2Qm/I5brorm2NHgUSlCTDi',
    password: secret,
  },
  {
    system: 'Supabase',
    source: 'supabase/auth, internal/crypto/password_test.go',
    hash: '$argon2id$v=19$m=32,t=3,p=2$SFVpOWJ0eXhjRzVkdGN1RQ$RXnb8rh7LaDcn07xsssqqulZYXOM/EUCEFMVcAcyYVk',
    password: 'test',
  },
  {
    system: 'Supabase',
    source: 'supabase/auth, internal/crypto/password_test.go: a user who came from Firebase',
    hash: '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
    password: 'mytestpassword',
  },
  {
    system: 'Firebase',
    source: 'firebase-scrypt 2.2.0; Firebase exports hashes in Base64 for URLs',
    hash: '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$E3P4Z6W1gFM7bsH5WkAWPHnHiRf72cJigqVINcWzlkMRSJAwJYqvq7nZx_1yyYyycCmTAhVcqmlloeXA1JJC4A==',
    password: secret,
  },
  {
    system: 'Clerk',
    source: 'bcrypt 3.2.2 of PyCA, with the costs of Clerk',
    hash: '$2a$10$aIeQVtoE69R/X9v7mBmKsO3Tib6/nxF2Qm/I5brorm2NHgUSlCTDi',
    password: secret,
  },
  {
    system: 'Clerk',
    source: 'argon2-cffi 21.1.0: `argon2id`',
    hash: '$argon2id$v=19$m=19456,t=2,p=1$kxh0j6Sc/ZM7dOFzRSDFTw$N5JmiKMU5VNnbYFfajps2A',
    password: secret,
  },
  {
    system: 'Clerk',
    source: 'Python’s hashlib: `pbkdf2_sha256`, whose salt is Base64',
    hash: '$pbkdf2-sha256$i=260000$AAECAwQFBgcICQoLDA0ODw==$J8Csm7GZsBX/bAqFB3PWsojr114RmpxdoG52YngxSr0=',
    password: secret,
  },
  {
    system: 'better-auth',
    source: 'better-auth 1.7.25, hashPassword',
    hash: 'a95686a70873ba91e6cf7bf044dc1455:a4aa9346bc373377b4d2c6a57b6eabcf5be2ecfb7e75fc4ad87903931685b47ecbfe54ce7af402395a6be7b7a5c43e73ce8e719f6d119986cbe0eb6dd04c408b',
    password: secret,
  },
  {
    system: 'better-auth',
    source: 'better-auth 1.7.25, which hashes normalization form KC of this password',
    hash: 'b49d220ea8a636ed1db6f9d31dba2799:c90eedee020f9b95595ef4867bbefddc802e7567e81017389fa0c4ba1975a97ba92f5b4f9be834c3a4907b3d784e22ab64c04dbee5a6cb22ebbb8e194c41353a',
    password: 'ﬁve ＡＢＣ passwords',
  },
  {
    system: 'better-auth',
    source:
      'Python’s hashlib, as better-auth calls scrypt, with digits that look like a card number',
    hash: '4111111111111111a0b1c2d3e4f50617:dd7267b78eb10b42e4bd0eb08f698cbd0e32aab0a637a65f0d2d7108b929a689790310859f6253f8d3e196ad3b2064c4f672a4b90802c3f41d411ea75fc1686c',
    password: secret,
  },
  {
    system: 'Node.js `crypto.scrypt`',
    source: 'Python’s hashlib, with the default costs of Node.js',
    hash: '$scrypt$ln=14,r=8,p=1$AAECAwQFBgcICQoLDA0ODw==$ga+2bt88xFBhwJg9bZtn6QqT936lCx0ATwzcaX5ONEVc6zZkdnPYyYVF4rN+LLT2eW5CzAgBNrt0pKpOVdyAwQ==',
    password: secret,
  },
]
