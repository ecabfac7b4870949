import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AllowAnyone } from '../../platform/index.js';
import { ReturnToDto } from '../dto/return-to.dto.js';
import { clientFactsOf } from '../sessions/client-facts.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { ProviderSignIn } from './provider-sign-in.js';

@ApiTags('Sign-in')
@Controller('api/auth/oidc')
@AllowAnyone()
export class OidcController {
  constructor(
    private readonly service: ProviderSignIn,
    private readonly cookie: SessionCookie,
  ) {}

  @Get('login')
  @ApiFoundResponse({ description: 'To the identity provider.' })
  async login(@Query() { return_to }: ReturnToDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    response.redirect(await this.service.begin(return_to, request, response));
  }

  @Get('callback')
  @ApiFoundResponse({ description: 'To where the person wanted to go, or to the sign-in page with an error.' })
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const deviceOf = () => Promise.resolve(null);
    const client = { ...clientFactsOf(request), previousSecret: this.cookie.read(request), deviceOf };
    const { path, signedIn } = await this.service.finish(request, response, client);
    if (signedIn !== null) this.cookie.write(response, signedIn.secret, signedIn.expiresAt);
    response.redirect(path);
  }
}
