"""Failures by class. `code` is stable and for programs, the message for people."""

from __future__ import annotations

from ._models import Deployment, ProblemDetail


class ServiceError(Exception):
    """Everything that this package raises on its own account."""


class ConfigurationError(ServiceError):
    """The client was given something that cannot work, such as no API key."""


class APIError(ServiceError):
    """A request that failed."""

    retryable: bool = False
    """Whether the same request may succeed later; the client has retried it as often as it may."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class APIConnectionError(APIError):
    """No whole response came: the connection failed, was cut, or what came was no JSON."""

    retryable = True


class APITimeoutError(APIConnectionError):
    """The response did not come in time."""


class APIStatusError(APIError):
    """The service refused the request, or failed."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None,
        request_id: str | None,
        details: list[ProblemDetail],
        retry_after: float | None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """Such as `no-capacity`; None if the response was not the service's own."""
        self.request_id = request_id
        """`X-Service-Request-Id`: quote it to support."""
        self.details = details
        """The fields that were refused."""
        self.retry_after = retry_after
        """How many seconds the service asked to wait."""
        self.retryable = _is_retryable(status, code)

    def __str__(self) -> str:
        known = [str(self.status), self.code, self.request_id]
        return f"{self.message} ({', '.join(part for part in known if part)})"


class BadRequestError(APIStatusError):
    """400: something in the request is wrong; `details` names it."""


class AuthenticationError(APIStatusError):
    """401: no key, or none that is valid."""


class PermissionDeniedError(APIStatusError):
    """403: the key may not do this."""


class QuotaExceededError(PermissionDeniedError):
    """403 `quota-exceeded`: the GPU-hours of the month are used."""


class NotFoundError(APIStatusError):
    """404: there is no such thing, or it is another company's."""


class ConflictError(APIStatusError):
    """409: not possible in the current state."""


class NoCapacityError(ConflictError):
    """409 `no-capacity`: no hub has enough free GPUs now."""


class UnprocessableEntityError(APIStatusError):
    """422: understood, and never possible as it stands."""


class NoFeasibleHubError(UnprocessableEntityError):
    """422 `no-feasible-hub`: no hub could ever take it."""


class RateLimitError(APIStatusError):
    """429: too many requests, or the requests of the month are used."""


class InternalServerError(APIStatusError):
    """5xx: the service failed."""


class DeploymentFailedError(ServiceError):
    """The deployment that was waited for will not run."""

    def __init__(self, deployment: Deployment) -> None:
        reason = f" ({deployment.reason})" if deployment.reason else ""
        message = f": {deployment.message}" if deployment.message else ""
        super().__init__(f"{deployment.deployment_id} is {deployment.status}{reason}{message}")
        self.deployment = deployment


class WaitTimeoutError(ServiceError):
    """The deployment that was waited for does not run yet. It goes on without the caller."""

    def __init__(self, deployment: Deployment, waited: float) -> None:
        super().__init__(
            f"{deployment.deployment_id} is still {deployment.status} after {waited:.0f} s"
        )
        self.deployment = deployment


def _is_retryable(status: int, code: str | None) -> bool:
    """A refusal that speaks of a moment. A 409 does only while the same request is at work."""
    if status == 409:
        return code == "idempotency-in-progress"
    return status in (408, 429, 500, 502, 503, 504)


_BY_CODE: dict[tuple[int, str | None], type[APIStatusError]] = {
    (403, "quota-exceeded"): QuotaExceededError,
    (409, "no-capacity"): NoCapacityError,
    (422, "no-feasible-hub"): NoFeasibleHubError,
}
_BY_STATUS: dict[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def error_class(status: int, code: str | None) -> type[APIStatusError]:
    otherwise = InternalServerError if status >= 500 else APIStatusError
    return _BY_CODE.get((status, code)) or _BY_STATUS.get(status, otherwise)
