import { emailKey, isEmailAddress, passwordFault } from '#libs/access';
import type { GroupRules, SignInLimits } from '#libs/access';

/** An OpenID Connect provider that people may sign in with. */
export interface IdentityProviderConfig extends GroupRules {
  /** The issuer's address, where its description is found. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** For people to read on the button. */
  readonly name: string;
  readonly scopes: string;
  /** The claim that lists a person's groups. */
  readonly groupClaim: string;
}

/** Who may come in and how. */
export interface SignInConfig extends SignInLimits {
  /** Asked for by a single-user workbench, or null where it asks for none. */
  readonly accessToken: string | null;
  /** Made at the first start of a workbench of several users, or null. */
  readonly administrator: { readonly email: string; readonly password: string } | null;
  readonly provider: IdentityProviderConfig | null;
  /** Whose `X-Forwarded-For` is believed: a number of proxies or their networks; null: none. */
  readonly trustProxy: number | string | null;
}

/** What reading needs of the environment: a variable's text or null, and where to say what is wrong. */
export interface SignInSource {
  readonly text: (name: string) => string | null;
  readonly mistakes: string[];
  readonly mode: 'single' | 'multi';
  readonly isLoopback: boolean;
  readonly host: string;
}

const ACCESS_TOKEN_MIN_LENGTH = 16;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Reads everything about signing in. */
export function readSignIn(source: SignInSource): SignInConfig {
  const { text, mistakes } = source;
  const accessToken = readAccessToken(source);
  refuseOpenDoors(source, accessToken);
  const idleMs = readCount('WORKBENCH_SIGN_IN_IDLE_HOURS', 24, source) * HOUR_MS;
  const maxMs = readCount('WORKBENCH_SIGN_IN_MAX_DAYS', 30, source) * DAY_MS;
  return {
    accessToken,
    administrator: readAdministrator(source),
    provider: readProvider(source),
    trustProxy: readTrustProxy(text('WORKBENCH_TRUST_PROXY'), mistakes),
    idleMs,
    maxMs,
  };
}

function readAccessToken({ text, mistakes, mode }: SignInSource): string | null {
  const token = text('WORKBENCH_ACCESS_TOKEN');
  if (token === null) return null;
  if (mode === 'multi') {
    mistakes.push('WORKBENCH_ACCESS_TOKEN is for WORKBENCH_MODE=single; with "multi" everybody signs in by name');
  }
  if (token.length < ACCESS_TOKEN_MIN_LENGTH) {
    mistakes.push(`WORKBENCH_ACCESS_TOKEN must have at least ${ACCESS_TOKEN_MIN_LENGTH} characters`);
  }
  return token;
}

/** Only this machine may reach a workbench without a sign-in, and elsewhere it must know its own name. */
function refuseOpenDoors({ text, mistakes, mode, isLoopback, host }: SignInSource, accessToken: string | null): void {
  if (isLoopback) return;
  if (mode === 'single' && accessToken === null) {
    mistakes.push(
      `HOST is "${host}", but without sign-in only this machine may reach the workbench; ` +
        'use 127.0.0.1, or set WORKBENCH_ACCESS_TOKEN, or WORKBENCH_MODE=multi',
    );
  } else if (text('WORKBENCH_PUBLIC_URL') === null) {
    mistakes.push(
      `HOST is "${host}", so WORKBENCH_PUBLIC_URL must be the address that users open; ` +
        'requests to any other name are refused',
    );
  }
}

function readAdministrator({ text, mistakes, mode }: SignInSource): SignInConfig['administrator'] {
  const email = text('WORKBENCH_ADMIN_EMAIL');
  const password = text('WORKBENCH_ADMIN_PASSWORD');
  if (email === null && password === null) return null;
  if (mode === 'single') return null;
  if (email === null || password === null) {
    mistakes.push('WORKBENCH_ADMIN_EMAIL and WORKBENCH_ADMIN_PASSWORD belong together; one of them is missing');
    return null;
  }
  if (!isEmailAddress(email)) mistakes.push(`WORKBENCH_ADMIN_EMAIL is "${email}"; it must be an email address`);
  const fault = passwordFault(password);
  if (fault !== null) mistakes.push(`WORKBENCH_ADMIN_PASSWORD ${fault}`);
  return { email: emailKey(email), password };
}

function readProvider({ text, mistakes, mode }: SignInSource): IdentityProviderConfig | null {
  const issuer = text('WORKBENCH_OIDC_ISSUER');
  if (issuer === null || mode === 'single') return null;
  const clientId = text('WORKBENCH_OIDC_CLIENT_ID');
  if (!isIssuer(issuer)) {
    mistakes.push(`WORKBENCH_OIDC_ISSUER is "${issuer}"; it must be an https address (http only on this machine)`);
  }
  if (clientId === null) mistakes.push('WORKBENCH_OIDC_ISSUER is set, so WORKBENCH_OIDC_CLIENT_ID must be, too');
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: text('WORKBENCH_OIDC_CLIENT_SECRET'),
    name: text('WORKBENCH_OIDC_NAME') ?? 'Single sign-on',
    scopes: text('WORKBENCH_OIDC_SCOPES') ?? 'openid email profile',
    groupClaim: text('WORKBENCH_OIDC_GROUP_CLAIM') ?? 'groups',
    adminGroups: namesIn(text('WORKBENCH_OIDC_ADMIN_GROUPS')),
    userGroups: namesIn(text('WORKBENCH_OIDC_USER_GROUPS')),
  };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname.replace(/^\[|\]$/g, '')));
}

function namesIn(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function readTrustProxy(value: string | null, mistakes: string[]): number | string | null {
  if (value === null) return null;
  if (/^[1-9]$/.test(value)) return Number(value);
  const isList = value
    .split(',')
    .every((one) => /^\s*(?:loopback|linklocal|uniquelocal|[\da-f.:]+(?:\/\d{1,3})?)\s*$/i.test(one));
  if (isList && !/^\d+$/.test(value)) return value;
  mistakes.push(
    `WORKBENCH_TRUST_PROXY is "${value}"; it must be the number of proxies in front (1 to 9) or their networks, ` +
      'such as "loopback, 10.0.0.0/8"',
  );
  return null;
}

function readCount(name: string, otherwise: number, { text, mistakes }: SignInSource): number {
  const value = text(name);
  if (value === null) return otherwise;
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  mistakes.push(`${name} is "${value}"; it must be a number from 1 to 9999`);
  return otherwise;
}

/** Whether a host reaches this machine only. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
