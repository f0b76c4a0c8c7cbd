"""The one way a request is turned down as a whole."""


class RequestRefusedError(Exception):
    """A request that the present state or this server cannot serve.

    Its message becomes `Response.error`, which pysc2 raises as a ProtocolError.
    """
